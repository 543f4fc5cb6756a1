// Prints `N passed, N failed` from vitest's JSON report. A file that failed before its tests could be counted
// is one failure; so is a report that is missing. Exits 1 unless something passed and nothing failed.
import { readFileSync } from 'node:fs';

const { passed, failed } = count(process.argv[2]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

function count(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`no test report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}
