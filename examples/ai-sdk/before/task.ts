/** What the agent is told, and what the user says: turn by turn, each when the last one was answered. */
export const instructions: string =
  'You are a careful coding agent. You work on one small TypeScript project with the tools you have. ' +
  'Read before you write, run the tests after each change, and say briefly what you did.';

/** Said once, at the start; it matters again when the catalogue grows. */
export const GENERATED_RULE = 'Never edit src/generated.ts by hand: it is written from catalogue.json.';
/** Said in the middle; it matters again at the end. */
export const PACKAGE_RULE = 'Do not touch package.json without asking me first.';

export const turns: readonly string[] = [
  `This is seedshelf, a shelf of seed packets that members borrow from. Some of its tests fail. Look around first, then mend one mistake at a time. ${GENERATED_RULE}`,

  'Thank you. Members forget what they hold. Add src/reminders.ts: one letter for each member who is late, with everything that is overdue, the longest first. Write its tests first.',

  `From now on every change of behaviour gets one line in CHANGELOG.md, on top. ${PACKAGE_RULE} Now two things: there is a new variety, Kettle Black, a bean to sow in May and June that keeps four years. And labels should name months: "sow March to April", not "sow 3-4".`,

  'Next: nobody may hold more than three packets at once. When somebody asks for a fourth, say what they hold.',

  'The board by the door is hard to read. Group it by kind, kinds in alphabetic order, each with its total; within a kind what there is most of first.',

  'Members want the board on the command line, too. Write src/board.ts, which gives the board for a list of packets as text, and let `npm run board` show it.',

  'No, leave it as it is, then. Say in the README how to run the board with node alone. Then run all tests a last time, and tell me what you changed since we began.',
];
