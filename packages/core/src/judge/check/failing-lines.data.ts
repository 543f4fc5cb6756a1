/** Words and signs with which an output says what failed, and those of lines that only look so. */

/** Wherever it stands in the line. */
export const FAILURE_WORD: RegExp =
  /\b(?:FAIL(?:ED|URES?|S)?|ERRORS?|FATAL|PANIC|[A-Z]\w{0,60}(?:Error|Exception)|error|errors|failed|failures?|failing|fatal|panic(?:ked)?|exception|traceback|assertion|unhandled|uncaught|segfault|segmentation fault|core dumped|out of memory|undefined reference|not found|no such file|cannot (?:find|read|open|resolve)|permission denied|connection refused|timed out|denied|abort(?:ed)?|crashed|killed|unsuccessful|non-zero|fehler|fehlgeschlagen|erreur|échec|fallo|falló|falhou|ошибка)\b|失败|失敗|エラー|错误|"(?:ok|success|healthy|passed)": ?false|"is_?[eE]rror": ?true|"exit_?[cC]ode": ?[1-9]|(?:Error|Exception|Failed|Failure|FAIL|Assert(?:ion)?)[: (]|\bexit(?:ed)? (?:with )?(?:code|status):? ?[1-9]/;

/** A sign that the line is part of a failure's report. */
export const FAILURE_NEAR: RegExp =
  /^(?:[✗✘✖×❌⨯] ?\S|not ok \d|E {1,6}\S|\+? ?(?:expected|actual|received|want|got)\b ?[:=]|(?:left|right): |[-+] (?:Expected|Actual|Received)|\*{2,3} |! LaTeX|npm ERR!|-{3} FAIL|!{2,10} )/i;

/** A line that says that nothing failed, or whose subject is failure. */
export const HARMLESS: RegExp =
  /\b(?:0|no|zero|without) (?:errors?|failures?|failed|failing|tests? failed|warnings? (?:and|or) errors?|exceptions?)\b|\b(?:errors?|failures?|failed|fail|failing) ?[:=] ?0\b(?!\.)|^(?:[✓✔√✅] ?|ok \d|PASS(?:ED)?\b|- PASS|test .{1,300} \.\.\. ok$)|\bPASSED(?: {1,20}\[ {0,3}\d{1,3}%\])?$|"errors?": ?(?:null|\[\]|""|false|0)|^Error: \(none\)|\b(?:error|exception)[ -](?:handling|handler|message|page|boundar|class|type|code)s?\b/;
