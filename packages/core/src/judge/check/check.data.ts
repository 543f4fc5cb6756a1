/**
 * How results say that they passed or failed: wordings of exit codes, and fields and words of JSON results. What is
 * known of commands is in commands.data.ts, of test runners in runners.data.ts; one version names all three.
 */
export const CHECK_DATA = { version: '1' } as const;

/** Between the wording and the number; bounded, so that a long line costs no more than its length. */
const FILL =
  '(?:[\\s:=("\'\\[#<>»”）（：＝]|with|value|ist|est|es|è|é|为|為|は|of|is|was|error|status|code|non-?zero|mit|avec|con|le|com|o){0,10}';
const NUMBER = '(-?\\d{1,10}|0x[0-9a-f]{1,8})(?![\\w-]|\\.\\d)';
const WORDINGS: readonly string[] = [
  'exit(?:ed|ing)?(?:[ _-]?(?:code|status|value))?',
  'return(?:ed)?[ _-]?(?:code|status|value)',
  'returned non-zero exit status',
  'rc(?=[=:])',
  '(?:last)?exitcode|errorlevel',
  // German, French, Spanish, Portuguese, Italian, Dutch, Swedish, Danish, Polish, Czech, Turkish, Russian, Ukrainian
  'exit-?code|r(?:ü|ue)ckgabe(?:wert|code)|beendigungscode|beendet',
  'code de (?:sortie|retour)|code retour',
  'c[óo]digo de (?:salida|sa[íi]da|retorno|t[ée]rmino)',
  'codice di (?:uscita|ritorno)',
  'afsluitcode|slutkod|avslutningskod|afslutningskode',
  'kod(?:em)? (?:wyj[śs]cia|zako[ńn]czenia)|n[áa]vratov[ýy] k[óo]d',
  '[çc][ıi]k[ıi][şs] kodu',
  'код(?:ом)? (?:выхода|завершения|возврата|виходу|завершення)',
  // Chinese, Japanese, Korean
  '退出(?:代?[码碼]|状态码?|狀態)|返回(?:代?[码碼]|值)',
  '終了(?:コード|ステータス)|戻り値',
  '종료 ?코드',
];
const ENDED =
  'finished|completed|terminated|ended|failed|died|stopped|succeeded|complete|termin[ée]e?|termin[óo]|finaliz[óo]|terminou|finalizou|terminato|beendet|beëindigd|zakończył[ao]?|завершил(?:ся|ась|ось)|завершён|завершен[ао]?';

/** An exit code in words, its number in one of the groups. */
export const EXIT_WORDINGS: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\p{N}.$_-])(?:${WORDINGS.join('|')})${FILL}${NUMBER}`, 'iu'),
  // "ended with code 3", but not "failed with status code 503"
  new RegExp(
    `(?:${ENDED})[ :,(]{1,3}(?:with|mit|con|com|avec|le|el|o|met|с|z|the|exit|non-?zero| ){0,8}(?:code|c[óo]digo|codice|exit|кодом?|kodem)${FILL}${NUMBER}`,
    'iu',
  ),
  new RegExp(
    `(?:コード|代[码碼]|코드|code)[ :：=]{0,3}${NUMBER} {0,2}(?:で終了|で失敗|退出|结束|終止|로 종료|beendet|terminated)`,
    'iu',
  ),
];

/** A line that says a child of the command failed, wherever it stands in the output. */
export const CHILD_FAILED: readonly RegExp[] = [
  /^(?:\S{1,60}: )?(?:g|mingw32-)?n?make(?:\.exe)?(?:\[\d{1,4}\])?: \*\*\* .{0,300} (?:Error|Fehler|Erreur|Errore|Erro|Ошибка|错误|エラー) (\d{1,5})/,
  /did not complete successfully: exit code: (\d{1,5})/,
  /\bELIFECYCLE\b.{0,120}?(?:exit code|status|code) (\d{1,5})/,
  /^npm (?:ERR!|error) (?:errno|Exit status) (\d{1,5})/,
  /^npm (?:ERR!|error) code (\d{1,5})$/,
  /\breturned (?:a )?non-?zero (?:exit )?(?:code|status):? (\d{1,5})/i,
  /\bnon-zero exit (?:value|code|status):? (\d{1,5})/i,
  /\b(?:process|container|service|task|script|command|job|step|recipe|build)\b.{0,200}\bexited (?:with )?(?:code |status )?\(?(\d{1,5})\)?/i,
  /^(?:\[[^\]]{1,60}\]|[\w.@/-]{1,80}(?: \|)?) (?:.{1,120} )?exited with code (\d{1,5})\.?$/,
  /\((?:exit status|exit code|code): (\d{1,5})\)/,
];

/** With one of these, a line with an exit code tells of a failure. */
export const FAILING_CONTEXT: RegExp =
  /\b(?:error|errors|err|failed|failure|fail|fatal|exited|didn't exit|unsuccessful|aborted|crashed|fehler|fehlgeschlagen|erreur|échec|échoué|falló|falhou|ошибка)\b|ERR[_!]|失败|失敗|エラー|错误/i;

/** The lines that a tool writes around a command's output. */
export const FRAME_LINE: RegExp =
  /^(?:[[(<{*=>-]{1,10} ?)?(?:chunk id|wall time|original token count|duration|elapsed|command|directory|cwd|stdout|stderr|output|error|signal|background pids|process(?: group)? ?\w*|status|shell|time|pid|session|exit|return|returncode|code|total output|result|ended|finished|the command|\/?(?:exit_code|returncode|stdout|stderr|output|status|system))\b/i;
export const OUTPUT_LINE: RegExp = /^(?:<?(?:output|stdout|stderr)>?):?(?: .{0,2000})?$/i;

/** A tool's own words for a command that still runs: its code is none. */
export const GOES_ON: RegExp =
  /\b(?:still running|running with session|(?:running|moved|continues|started) (?:in|to) (?:the )?background|goes on|no new output|continues? (?:to run|running)|not (?:yet )?(?:finished|exited|completed))\b|<status>running/i;

/** Fields of a JSON result, lower case without `_` and `-`. */
export const CODE_FIELDS: ReadonlySet<string> = set(
  'exitcode exitstatus returncode returnvalue retcode rc exitvalue processexitcode statuscodeexit',
);
export const OUTPUT_FIELDS: ReadonlySet<string> = set(
  'output stdout stderr aggregatedoutput combinedoutput formattedoutput log logs out text content',
);
export const TRUE_IS_PASSED: ReadonlySet<string> = set(
  'ok success succeeded successful issuccess healthy ishealthy passed valid isvalid allpassed testspassed wassuccessful',
);
export const TRUE_IS_FAILED: ReadonlySet<string> = set(
  'iserror failed isfailed haserror haserrors haserrored timedout crashed failure errored isfailure',
);
export const ERROR_FIELDS: ReadonlySet<string> = set(
  'error errors err exception errormessage errorcode fault',
);
export const STATE_FIELDS: ReadonlySet<string> = set(
  `status state phase conclusion result outcome verdict health healthstatus overallstatus overall buildstatus jobstatus
  deploymentstatus runstatus stackstatus provisioningstate currentstate finalstatus readystate lifecyclestate teststatus`,
);
export const FAILED_STATES: ReadonlySet<string> = set(
  `failed failure fail error errored errors unhealthy crashed crash timed_out timedout timeout unsuccessful broken red
  startup_failure crash_loop_back_off crashloopbackoff image_pull_back_off err_image_pull oom_killed oomkilled
  rollback_complete update_rollback_complete rolled_back evicted exception fatal unstable dead_letter invalid not_ok nok
  critical down failing exited_with_error completed_with_errors`,
);
export const PASSED_STATES: ReadonlySet<string> = set(
  `passed pass success succeeded successful successfully ok okay completed complete healthy green finished done
  ready up all_passed up_to_date create_complete update_complete delete_complete import_complete success_with_warnings passing`,
);
/** Neither: not final, or ended in another way. Nothing beside such a state is a pass. */
export const OPEN_STATES: ReadonlySet<string> = set(
  `pending running queued in_progress inprogress waiting starting started scheduled building deploying created
  initializing processing progressing unknown partial submitted accepted not_started planned blocked action_required
  cancelled canceled skipped degraded warning neutral stale stopped paused draining rejected denied not_run no_tests`,
);
/** Fields whose object holds the same result, closer to it. */
export const ENVELOPES: ReadonlySet<string> = set(
  `result results data response metadata meta body payload structuredcontent value job run build pipeline deployment
  deploy workflow workflowrun task check health test tests release migration operation execution summary stats status
  state process command build_info report returnvalue backup import export sync scan verification validation probe properties outcome`,
);
/** Words of a record of somebody's business: its states are data. */
export const RECORD_WORDS: ReadonlySet<string> = set(
  `customer customers order orders invoice invoices payment payments amount price currency subscription reservation
  reservations booking bookings ticket tickets shipment shipments refund passenger flight assignee cart sku`,
);
/** Counts of a test report. */
export const FAILED_COUNTS: ReadonlySet<string> = set(
  'numfailedtests numfailedtestsuites numruntimeerrortestsuites failures failed errors unexpected failing fail broken failedtests testsfailed failurecount',
);
export const PASSED_COUNTS: ReadonlySet<string> = set(
  'numpassedtests passes passed expected successes succeeded passing pass passedtests testspassed passcount',
);
export const REPORT_COUNTS: ReadonlySet<string> = set(
  'tests numtotaltests passes numpassedtests suites specs scenarios examples assertions testcases totaltests numfailedtests testspassed testsfailed testcount',
);
/** Fields of an error that came in place of a response. */
export const PROBLEM_FIELDS: ReadonlySet<string> = set(
  'code message details detail statuscode status name stack requestid timestamp path hint type title instance reason docs documentationurl',
);

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => word.trim()));
}
