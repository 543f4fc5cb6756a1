/**
 * The lines with which test runners close a run. A pattern sees one line without colour and surrounding space.
 *
 * `says`: the line alone decides. `counts`: its numbers do, with the word behind or before each, or in the order failed, passed, skipped. `total`: it says how
 * many tests ran, for a pass that does not (`needsTotal`). Invariant: no pattern takes a line in which no
 * test ran for a pass.
 */
export interface ClosingLine {
  readonly runner: string;
  readonly line: RegExp;
  readonly says?: 'passed' | 'failed';
  readonly counts?: 'number-first' | 'word-first' | 'in-order';
  readonly total?: true;
  readonly needsTotal?: true;
  /** Counts only where the call is known to run tests. */
  readonly ofTestRun?: true;
}

const fails = (runner: string, line: RegExp): ClosingLine => ({ runner, line, says: 'failed' });
const passes = (runner: string, line: RegExp): ClosingLine => ({ runner, line, says: 'passed' });
const numbers = (runner: string, line: RegExp): ClosingLine => ({ runner, line, counts: 'number-first' });
const words = (runner: string, line: RegExp): ClosingLine => ({ runner, line, counts: 'word-first' });

export const CLOSING_LINES: readonly ClosingLine[] = [
  // JavaScript
  numbers('vitest', /^(?:Test Files|Tests) {1,10}\d+ (?:failed|passed|skipped|todo)\b/),
  fails('vitest', /^(?:(?:Type )?Errors {1,10}[1-9]\d* errors?$|FAIL {1,4}Tests failed\. )/),
  numbers('jest', /^Tests: {1,20}\d+ (?:failed|passed|skipped|todo|total|incomplete|risky)\b/),
  numbers('jest', /^Test Suites: {1,10}\d+ (?:failed|passed|skipped|total)\b/),
  numbers('mocha', /^\d+ (?:passing\b|failing$)/),
  words('node', /^(?:#|ℹ|i) (?:pass|fail|cancelled) {1,10}\d+$/),
  fails(
    'tap',
    /^(?:# (?:failed [1-9]\d*(?: of \d+)?(?: tests?)?|Looks like (?:you failed|your test exited).{0,80})$|Bail out!)/,
  ),
  fails(
    'ava',
    /^(?:[✖✘×✗] )?[1-9]\d* (?:tests? failed|uncaught exceptions?|unhandled rejections?|tests? timed out|known failures? unexpectedly passed)$/,
  ),
  passes('ava', /^(?:[✔✓√] )?[1-9]\d* tests? passed$/),
  fails('playwright', /^[1-9]\d* (?:failed|interrupted|errors? (?:was|were) not a part of any test.{0,60})$/),
  passes('playwright', /^[1-9]\d* passed(?: \([\d.]{1,8} ?(?:ms|s|m|h)\))?$/),
  fails('cypress', /^(?:[✖×] {1,4})?[1-9]\d* of \d+ failed \(\d+%\)/),
  passes('cypress', /^(?:[✔√] {1,4})?All specs passed!/),
  fails('bun', /^[1-9]\d* (?:fail|errors?)$/),
  passes('bun', /^[1-9]\d* pass$/),
  numbers('deno', /^(?:ok|FAILED) \| \d+ passed\b/),
  fails('karma', /Executed \d+ of \d+.{0,60}(?:\([1-9]\d* FAILED\)|\bERROR\b|DISCONNECTED)/),
  passes('karma', /Executed [1-9]\d* of \d+.{0,40}\bSUCCESS\b/),
  numbers('karma', /^TOTAL: \d+ (?:FAILED|SUCCESS)\b/),
  fails('testcafe', /^[1-9]\d*\/\d+ failed\b/),
  numbers('webdriverio', /^Spec Files:\s{1,8}\d+ (?:passed|failed|skipped)/),
  numbers('qunit', /^\d+ tests? completed in .{1,40}, with \d+ failed/),
  fails('turbo', /^Failed: {1,8}\S{1,120}#\S{0,40}test/),
  fails(
    'nx',
    /^(?:NX {1,4}|[✖×] {1,4}NX {1,4})?Ran target \S{0,40}test\S{0,40} for .{1,120} failed|^NX {1,4}Running target \S{0,40}test\S{0,40} for .{1,120} failed/,
  ),
  passes('nx', /^(?:NX {1,4})?Successfully ran target \S{0,40}test\S{0,40} for /),
  // Python
  numbers(
    'pytest',
    /^(?:=+ )?\d+ (?:failed|passed|errors?|skipped|xfailed|xpassed|deselected|warnings?|reruns?|subtests)\b.{0,200} in \d+(?:\.\d+)?s\b/,
  ),
  fails(
    'pytest',
    /^!+ (?:Interrupted: [1-9]\d* errors? during collection|stopping after [1-9]\d* failures?|_pytest\.outcomes\.Exit)/,
  ),
  { runner: 'unittest', line: /^Ran \d+ tests? in [\d.]{1,12}s?$/, total: true },
  fails('unittest', /^FAILED \((?:failures|errors|unexpected successes|skipped|expected failures)=\d+/),
  { runner: 'unittest', line: /^OK(?: \([a-z ]{3,24}=\d.{0,80}\))?$/, needsTotal: true },
  words('stestr', /^- (?:Passed|Failed): \d+$/),
  fails('tox', /^(?:evaluation failed :\(|ERROR: {1,4}\S{1,40}: commands failed)/),
  passes('tox', /^congratulations :\)/),
  fails('nox', /^nox > Session \S{1,80} (?:failed|aborted)\b/),
  numbers('behave', /^\d+ (?:features?|scenarios?|steps?) passed, \d+ failed\b/),
  // Rust, Go, Zig
  fails('cargo', /^(?:test result: FAILED\.|error: (?:test failed, to rerun|[1-9]\d* targets? failed))/),
  numbers('cargo', /^test result: ok\. \d+ passed;/),
  numbers('nextest', /^Summary \[.{1,20}\] {1,8}\d+(?:\/\d+)? tests? run:/),
  fails('go', /^FAIL(?:$|\s+\S{1,300}(?:\s+(?:\d+\.\d+s|\[(?:build|setup) failed\])|$))/),
  passes('go', /^ok\s+\S{1,300}\s+(?:\d+\.\d+s|\(cached\))(?!.{0,80}\[no tests to run\])/),
  fails('go', /^\{"Time":.{0,400}"Action":"fail","Package":"[^"]{1,300}","Elapsed"/),
  passes('go', /^\{"Time":.{0,400}"Action":"pass","Package":"[^"]{1,300}","Elapsed"/),
  numbers('gotestsum', /^DONE (?:\d+ runs?, )?\d+ tests?\b/),
  numbers('ginkgo', /^(?:SUCCESS|FAIL)! -- \d+ Passed \| \d+ Failed\b/),
  numbers('zig', /^\d+ passed; \d+ skipped; \d+ failed\.$/),
  passes('zig', /^All [1-9]\d* tests passed\b/),
  fails('zig', /^Build Summary: .{0,100}; [1-9]\d* failed\b/),
  passes('zig', /^Build Summary: .{0,100}; (?<ran>[1-9]\d*)\/\k<ran> tests passed\b(?!.{0,40}failed)/),
  // Ruby, Elixir, Haskell, shell and others with the sentence "5 examples, 1 failure"
  numbers(
    'sentence',
    /^(?:\d+ (?:doctests?|properties|property|features?), ){0,3}\d+ (?:examples?|specs?|tests?|runs?|scenarios?), (?:\d+ (?:assertions?|passed|warnings?), ){0,3}\d+ (?:failures?|failed)\b/,
  ),
  fails('rspec', /^An error occurred while loading \S/),
  fails('cabal', /^(?:(?<all>\d+) of (?!\k<all> )\d+ test suites \(|[1-9]\d* out of \d+ tests failed\b)/),
  passes('cabal', /^(?<suites>[1-9]\d*) of \k<suites> test suites \(/),
  { runner: 'clojure', line: /^Ran \d+ tests containing \d+ assertions\.$/, total: true },
  { runner: 'clojure', line: /^0 failures, 0 errors\.$/, needsTotal: true },
  numbers('clojure', /^[1-9]\d* failures?, \d+ errors?\.$|^0 failures, [1-9]\d* errors?\.$/),
  numbers('cucumber', /^\d+ scenarios? \(\d+ /),
  // PHP
  numbers('phpunit', /^OK \(\d+ tests?, \d+ (?:assertions?|ran)/),
  fails('phpunit', /^(?:FAILURES|ERRORS)!$/),
  words('phpunit', /^Tests: \d+, Assertions: \d+/),
  // JVM
  words(
    'surefire',
    /^Tests run: {0,2}\d+, {1,2}Failures: {0,2}\d+(?:, {1,2}Errors: {0,2}\d+)?(?!.{0,60}Time elapsed)/,
  ),
  fails('surefire', /^There (?:are|were) test failures\b/),
  numbers('gradle', /^\d+ tests? completed(?:, \d+ failed)?(?:, \d+ skipped)?$/),
  fails('gradle', /^> There were failing tests\b/),
  { runner: 'gradle', line: /^BUILD FAIL(?:ED|URE)\b/, says: 'failed', ofTestRun: true },
  fails('junit', /^\[ {1,10}[1-9]\d* (?:tests|containers) failed {1,10}\]$/),
  passes('junit', /^\[ {1,10}[1-9]\d* tests successful {1,10}\]$/),
  words('testng', /^Total tests run: ?\d+, (?:Passes: ?\d+, )?Failures: ?\d+/),
  words('scalatest', /^Tests: succeeded \d+, failed \d+/),
  fails('scalatest', /^\*\*\* [1-9]\d* (?:TESTS? FAILED|SUITES? ABORTED) \*\*\*$/),
  words('sbt', /^(?:Passed|Failed|Error): Total \d+, Failed \d+/),
  // .NET, C, C++
  words('dotnet', /^(?:Passed|Failed|Skipped)! {1,4}- Failed: {1,10}\d+, Passed: {1,10}\d+/),
  // In any of its languages: failed, passed, skipped, total.
  {
    runner: 'dotnet',
    line: /^\S.{1,24}[!！] {0,8}[-–—:] ?\D{2,30}\d+\D{2,30}\d+\D{2,30}\d+\D{2,30}\d+\D.{0,300}\.(?:dll|exe)\b/,
    counts: 'in-order',
  },
  words('dotnet', /^Test summary: total: \d+, failed: \d+/),
  fails('dotnet', /^Test Run (?:Failed|Aborted)\b/),
  passes('dotnet', /^Test Run Successful\b/),
  fails('ctest', /^\d+% tests passed, [1-9]\d* tests? failed out of \d+/),
  passes('ctest', /^100% tests passed, 0 tests failed out of [1-9]\d*/),
  fails('googletest', /^(?:\[ {1,4}FAILED {1,4}\] [1-9]\d* tests?\b|[1-9]\d* FAILED TESTS?$)/),
  passes('googletest', /^\[ {1,4}PASSED {1,4}\] [1-9]\d* tests?\.$/),
  passes('catch2', /^All tests passed \([1-9]\d* assertions?\b/),
  numbers('catch2', /^(?:\[doctest\] )?test cases: {1,8}\d+ \| /),
  fails('doctest', /^\[doctest\] Status: FAILURE!/),
  fails('boost', /^\*\*\* [1-9]\d* failures? (?:is|are) detected\b/),
  passes('boost', /^\*\*\* No errors detected\b/),
  numbers('unity', /^\d+ Tests \d+ Failures \d+ Ignored\b/),
  words('criterion', /^\[=+\] Synthesis: Tested: \d+ \| /),
  words('check', /^\d+%: Checks: \d+, Failures: \d+, Errors: \d+/),
  numbers('qt', /^Totals: \d+ passed, \d+ failed\b/),
  words('meson', /^(?:Ok|Fail|Unexpected Pass|Timeout): {1,20}\d+$/),
  words('automake', /^# (?:PASS|FAIL|ERROR|XPASS): {1,6}\d+$/),
  // Swift, Dart
  numbers('xctest', /^Executed \d+ tests?, with (?:\d+ tests? skipped and )?\d+ failures?\b/),
  fails('xcodebuild', /^\*\* TEST(?: EXECUTE)? FAILED \*\*/),
  passes('xcodebuild', /^\*\* TEST(?: EXECUTE)? SUCCEEDED \*\*/),
  fails('swift', /^(?:\S{1,2} )?Test run with \d+ tests?(?: in \d+ suites?)? failed after\b/),
  passes('swift', /^(?:\S{1,2} )?Test run with [1-9]\d* tests?(?: in \d+ suites?)? passed after\b/),
  fails('flutter', /^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: Some tests failed\./),
  passes('flutter', /^\d\d:\d\d \+[1-9]\d*(?: ~\d+)?: All tests passed!/),
  // Others
  fails('prove', /^(?:Result: FAIL\b|Failed \d+\/\d+ test programs\b)/),
  passes('prove', /^(?:Result: PASS|All tests successful\.)$/),
  numbers('busted', /^\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors?\b/),
  numbers('luaunit', /^Ran \d+ tests? in .{1,40}, \d+ success/),
  words('testthat', /^\[ FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+ \]/),
  fails(
    'julia',
    /^(?:ERROR: (?:LoadError: )?Some tests did not pass: |Test Summary: {1,80}\|.{0,80}\b(?:Fail|Error)\b)/,
  ),
  passes('julia', /^Testing \S{1,80} tests passed\b/),
  fails(
    'bazel',
    /^Executed \d+ out of \d+ tests?: .{0,100}\b[1-9]\d* (?:fails?|failed|was skipped due to build failure)\b/,
  ),
  passes('bazel', /^Executed \d+ out of \d+ tests?: [1-9]\d* tests? pass(?:es)?\.$/),
  numbers(
    'forge',
    /^(?:Suite result: \w{1,10}\. |Ran \d+ test suites? .{0,60}: )\d+ (?:tests )?passed[,;] \d+ failed\b/,
  ),
  numbers('terraform', /^(?:Success|Failure)! \d+ passed, \d+ failed\b/),
  words('pester', /^Tests Passed: \d+, Failed: \d+/),
  words('dbt', /^Done\. PASS=\d+ WARN=\d+ ERROR=\d+/),
  fails('hurl', /^Failed files: {1,10}[1-9]/),
  passes('hurl', /^Succeeded files: {1,10}[1-9]/),
  words('opa', /^(?:PASS|FAIL): \d+\/\d+$/),
];

/** What the word beside a number counts. A word that is not here counts nothing. */
export const COUNTED: ReadonlyMap<string, 'failed' | 'passed' | 'total' | 'skipped'> = new Map([
  ...named(
    'failed',
    'failed fail failing failure failures error errors errored aborted cancelled timed crashing timeout',
  ),
  ...named('passed', 'passed pass passing success successes succeeded successful ok xfailed xpassed'),
  ...named(
    'total',
    'total tests test examples example specs spec runs run scenarios scenario doctests tested checks',
  ),
  ...named(
    'skipped',
    'skipped skip skips pending ignored todo excluded disabled undefined ambiguous incomplete',
  ),
]);

/** A watching runner begins anew, or waits. */
export const WATCHING: RegExp =
  /(?:Waiting for file changes|Watching for file changes|^RERUN\b|^Watch Usage\b|press (?:q|h|r) to |File change detected|^\[nodemon\] (?:restarting|starting)|Change detected, rerunning|^\[Running ')/i;

/** What tools put in front of the lines of what they run. */
export const LINE_PREFIX: RegExp =
  /^(?:\[[^\]]{1,60}\]:? {1,4}|[\w@./-]{1,80}(?::[\w.-]{1,60}: {1,4}| {1,20}\| {1,4})|#\d+ \d+\.\d+ +|\d\d:\d\d:\d\d(?:[.,]\d+)? +|(?:INFO|ERROR|WARN):? +|[│┃|>] {1,4}|\S{1,80} test\S{0,40}: {1,4})/;

/** A line worth looking at has one of these. */
export const CLOSING_HINT: RegExp =
  /pass|fail|ok|success|succeeded|error|tests?\b|detected|bail|looks like|congrat|aborted|scenarios?|examples?|interrupted|cancel|todo|skip|rejection|exception|timeout|stopping|occurred|\.dll|\.exe/i;

function named<Kind extends string>(kind: Kind, words: string): [string, Kind][] {
  return words.split(' ').map((word) => [word, kind]);
}
