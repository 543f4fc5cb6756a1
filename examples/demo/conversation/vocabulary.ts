/** The things a ferry company books, as its tables and its code name them: what generated files are made of. */

export interface Thing {
  /** Singular, as a type: `Sailing`. */
  readonly type: string;
  /** Plural, as a table: `sailings`. */
  readonly table: string;
  readonly columns: readonly Column[];
}

/** Column name, MySQL type, what it is for. */
export type Column = readonly [name: string, type: string, note: string];

const ID: Column = ['id', 'bigint unsigned NOT NULL AUTO_INCREMENT', 'counted by the database'];
const CREATED: Column = ['created_at', 'datetime NOT NULL', 'harbour time, without a zone'];

function thing(type: string, table: string, ...columns: readonly Column[]): Thing {
  return { type, table, columns: [ID, ...columns, CREATED] };
}

export const THINGS: readonly [Thing, ...Thing[]] = [
  thing(
    'Sailing',
    'sailings',
    ['route_code', 'char(4) NOT NULL', 'which crossing'],
    ['departs_at', 'datetime NOT NULL', 'timetabled, not actual'],
    ['vessel_id', 'int unsigned NOT NULL', 'may change up to the evening before'],
    ['deck_metres', 'mediumint unsigned NOT NULL', 'lane metres open for sale'],
    ['held_until', 'datetime DEFAULT NULL', 'set when a sailing waits for the train'],
  ),
  thing(
    'Passenger',
    'passengers',
    ['booking_ref', 'char(8) NOT NULL', 'the eight characters on the confirmation'],
    ['age_band', "enum('infant','child','adult','senior') NOT NULL", 'as told at booking'],
    ['needs_assistance', "tinyint(1) NOT NULL DEFAULT '0'", 'shown to the crew'],
    ['cabin_id', 'int unsigned DEFAULT NULL', 'none on day crossings'],
    ['checked_in_at', 'datetime DEFAULT NULL', 'written by the gate'],
  ),
  thing(
    'Vehicle',
    'vehicles',
    ['booking_ref', 'char(8) NOT NULL', 'one booking may hold several'],
    ['plate', 'varchar(12) NOT NULL', 'upper case, no spaces'],
    ['length_cm', 'smallint unsigned NOT NULL', 'measured at the gate when in doubt'],
    ['height_cm', 'smallint unsigned NOT NULL', 'decides between the decks'],
    ['registered_on', "date NOT NULL DEFAULT '0000-00-00'", 'never asked for, kept for the freight form'],
  ),
  thing(
    'WaitingEntry',
    'waiting_list',
    ['sailing_id', 'bigint unsigned NOT NULL', 'the sailing that was full'],
    ['seat', 'smallint unsigned NOT NULL', 'place in the queue'],
    ['wants_cabin', "tinyint(1) NOT NULL DEFAULT '0'", 'offered only when one is free'],
    ['offered_at', 'datetime DEFAULT NULL', 'an offer stands for six hours'],
    ['note', 'varchar(255) DEFAULT NULL', 'typed by the desk'],
  ),
  thing(
    'Fare',
    'fares',
    ['route_code', 'char(4) NOT NULL', 'which crossing'],
    ['band', 'char(1) NOT NULL', 'A is the cheapest'],
    ['pence', 'int unsigned NOT NULL', 'whole pence, tax included'],
    ['valid_from', 'date NOT NULL', 'first day of travel'],
    ['valid_to', 'date DEFAULT NULL', 'last day of travel; none while in force'],
  ),
  thing(
    'Voucher',
    'vouchers',
    ['code', 'varchar(16) NOT NULL', 'printed, so it may be typed in lower case'],
    ['pence_left', 'int unsigned NOT NULL', 'what is still to be spent'],
    ['spent_on', 'char(8) DEFAULT NULL', 'booking of the last use'],
    ['reason', 'varchar(80) NOT NULL', 'cancelled sailing, goodwill, prize'],
    ['expires_on', 'date NOT NULL', 'five years after issue'],
  ),
  thing(
    'Cabin',
    'cabins',
    ['vessel_id', 'int unsigned NOT NULL', 'where it is'],
    ['number', 'varchar(6) NOT NULL', 'deck and door'],
    ['berths', 'tinyint unsigned NOT NULL', 'two or four'],
    ['has_window', "tinyint(1) NOT NULL DEFAULT '0'", 'sold at a higher band'],
    ['out_of_use_until', 'date DEFAULT NULL', 'repairs'],
  ),
  thing(
    'FreightUnit',
    'freight_units',
    ['haulier_code', 'varchar(10) NOT NULL', 'account of the haulier'],
    ['weight_kg', 'mediumint unsigned NOT NULL', 'from the weighbridge'],
    ['dangerous_class', 'varchar(4) DEFAULT NULL', 'only certain decks'],
    ['plugged_in', "tinyint(1) NOT NULL DEFAULT '0'", 'needs power during the crossing'],
    ['sealed_at', 'datetime DEFAULT NULL', 'customs seal'],
  ),
  thing(
    'CheckIn',
    'check_ins',
    ['booking_ref', 'char(8) NOT NULL', 'the eight characters on the confirmation'],
    ['gate', 'tinyint unsigned NOT NULL', 'which lane of which port'],
    ['scanned_at', 'datetime NOT NULL', 'clock of the gate, not of the server'],
    ['result', "enum('ok','late','wrong_day','unknown') NOT NULL", 'what the gate showed'],
    ['handled_by', 'varchar(32) DEFAULT NULL', 'terminal, not a person'],
  ),
  thing(
    'Notice',
    'notices',
    ['sailing_id', 'bigint unsigned NOT NULL', 'what it speaks of'],
    ['severity', "enum('info','delay','cancelled') NOT NULL", 'decides the channel'],
    ['body', 'text NOT NULL', 'as sent'],
    ['sent_at', 'datetime DEFAULT NULL', 'none while it waits'],
    ['withdrawn_at', 'datetime DEFAULT NULL', 'kept, but not shown'],
  ),
];

export const PORTS = ['Skerrow', 'Ardmuir', 'Holm Pier', 'Inverlay', 'Port Varn', 'Sandwick Head'] as const;
export const ROUTES = ['SKAR', 'ARHO', 'HOIN', 'INPV', 'SKPV', 'SASK', 'ARIN'] as const;
export const VESSELS = ['Tern', 'Fulmar', 'Guillemot', 'Petrel', 'Eider', 'Gannet', 'Dunlin'] as const;
export const BANDS = ['A', 'B', 'C', 'D', 'E'] as const;

/** `booking_ref` → `bookingRef` */
export function camel(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
