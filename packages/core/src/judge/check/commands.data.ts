/**
 * What is known of commands and tools by name. A command is written as its first words, options left out; `a|b` gives
 * several last words. Invariant: this is data, and what a list means is said above it.
 */

/** Run another command that follows, after so many words of their own. */
export const WRAPPERS: Readonly<Record<string, number>> = {
  ...of(
    0,
    'sudo doas env time nice nohup command builtin exec stdbuf ionice chronic unbuffer xargs setsid watch',
  ),
  ...of(0, 'npx pnpx bunx corepack cross-env dotenv rtk winpty caffeinate coverage'),
  ...of(0, 'uv run,poetry run,pipenv run,pdm run,rye run,hatch run,bundle exec,pnpm exec,pnpm dlx', ','),
  ...of(0, 'yarn exec,yarn dlx,npm exec,mise exec,coverage run,conda run,pixi run,rustup run', ','),
  ...of(1, 'timeout gtimeout ssh flock chroot direnv'),
  ...of(1, 'docker exec,docker run,docker compose exec,docker compose run,docker-compose exec', ','),
  ...of(1, 'docker-compose run,podman exec,podman run,kubectl exec,oc exec,wsl -d', ','),
};

/** Take their command from one argument behind `-c` or the like. */
export const SHELLS: ReadonlySet<string> = set('sh bash zsh dash ksh fish ash powershell pwsh cmd');

/** Options in front of a sub-command whose value is a word of its own. */
export const VALUE_OPTIONS: ReadonlySet<string> =
  set(`-C -c -n -f -F -w -u -e -v -p -k -I --prefix --dir --cwd --filter
  --workspace --namespace --context --kubeconfig --workdir --user --env --env-file --volume --name --network --entrypoint
  --file --project-directory --profile --region --directory --manifest-path --git-dir --work-tree --config --signal
  --kill-after --repo -R --group --with --python`);

/** Exit 1 is an answer: nothing found, they differ, it is not so. With flags, only when one of them is given. */
export const ANSWERS: readonly { readonly command: string; readonly flags?: readonly string[] }[] = [
  ...list(`grep|egrep|fgrep|zgrep|bzgrep|xzgrep|rg|ag|ack|ugrep|pcregrep|findstr
    diff|diff3|sdiff|colordiff|zdiff|cmp|zcmp|fc|test|[|[[|which|where|type|pgrep|pidof|expr
    git grep|git check-ignore|git show-ref|git config --get
    kubectl diff|oc diff|command -v`).map((command) => ({ command })),
  { command: 'git diff', flags: ['--exit-code', '--quiet', '--no-index', '--check'] },
  { command: 'git merge-base', flags: ['--is-ancestor'] },
  { command: 'git diff-index', flags: ['--exit-code', '--quiet'] },
  { command: 'git diff-files', flags: ['--exit-code', '--quiet'] },
  { command: 'jq', flags: ['-e', '--exit-status'] },
];

/** Show text that was there before: a file, a log, a list. What stands in their output is content. */
export const READS: readonly string[] = list(`
  cat|bat|batcat|less|more|head|tail|nl|tac|zcat|bzcat|xzcat|ls|ll|la|dir|tree|eza|exa|find|fd|fdfind|locate|stat|file
  wc|sort|uniq|cut|tr|column|paste|join|comm|fold|rev|seq|basename|dirname|realpath|readlink
  sed|awk|gawk|mawk|perl -ne|jq|yq|xq|xmllint|xxd|hexdump|od|strings|base64|md5sum|sha1sum|sha256sum|shasum|cksum
  grep|egrep|fgrep|zgrep|bzgrep|xzgrep|rg|ag|ack|ugrep|pcregrep|findstr|sls|select-string
  diff|diff3|sdiff|colordiff|cmp|which|where|type|command -v|whereis|man|tldr|help|history|pgrep|pidof
  ps|top|htop|du|df|free|uptime|uname|hostname|pwd|whoami|id|date|cal|env|printenv|locale|lsof|ss|netstat|lscpu|nproc|arch
  journalctl|dmesg|last|lastlog|sw_vers|get-content|gc|get-childitem|gci|get-item|get-process|get-eventlog
  get-winevent|get-location|resolve-path|test-path|measure-object|format-list|format-table|out-string
  git log|git show|git diff|git status|git blame|git branch|git remote|git grep|git ls-files|git ls-tree|git rev-parse
  git describe|git shortlog|git reflog|git cat-file|git config --get|git stash list|git merge-base
  git rev-list|git for-each-ref|git ls-remote|git whatchanged|git check-ignore|git show-ref
  docker logs|docker ps|docker images|docker inspect|docker stats|docker top|docker events|docker info|docker version
  docker history|docker port|docker container ls|docker container inspect|docker container logs|docker image ls
  docker compose logs|docker compose ps|docker compose config|docker-compose logs|docker-compose ps
  podman logs|podman ps|podman inspect|nerdctl logs|nerdctl ps|crictl ps|crictl logs|crictl inspect
  kubectl logs|kubectl describe|kubectl diff|oc diff|kubectl top|kubectl events|kubectl explain|kubectl api-resources|oc logs|oc describe
  stern|heroku logs|fly logs|flyctl logs|vercel logs|pm2 logs|pm2 list|supervisorctl status|systemctl status
  systemctl list-units|systemctl show|systemctl cat|launchctl list|npm ls|npm list|npm view|npm outdated|npm explain
  pnpm list|pnpm ls|pnpm why|yarn list|yarn why|yarn info|pip list|pip show|pip freeze|uv pip list|gem list|bundle list
  bundle show|cargo tree|cargo metadata|go list|go doc|go env|go version|composer show|brew list|brew info|apt list
  apt-cache|dpkg -l|dpkg -s|rpm -q|conda list|helm list|helm history|helm get|terraform show|terraform state list
  gh run list|gh pr list|gh pr diff|gh issue list|gh issue view|gh release list|glab ci list|glab mr list
  az monitor|gcloud logging read|aws logs`);

/** Ask a service about one thing: text in their output is content, but a JSON answer is the result's own. */
export const QUERIES: readonly string[] = list(`
  curl|wget|http|https|xh|invoke-webrequest|invoke-restmethod|iwr|irm|kubectl get|oc get|kubectl wait|kubectl rollout status
  gh run view|gh pr view|gh pr checks|gh api|gh workflow view|glab ci status|glab ci get|argocd app get|helm status
  systemctl is-active|systemctl is-failed|terraform output|vercel inspect|fly status|flyctl status|heroku releases:info
  az|gcloud|aws|doctl|oci|consul|vault status|nomad status|nomad job status|eas build:view`);

/** Arguments of a request, or of a cloud's command line, that change something. */
export const CHANGES: RegExp =
  /^(?:-d|-F|-T|-o|-O|--data.{0,20}|--form|--json|--upload-file|--output|--remote-name|POST|PUT|PATCH|DELETE|-XPOST|-XPUT|-XPATCH|-XDELETE|-Method|--method|--post-data|(?:create|delete|update|put|start|stop|run|set|add|remove|deploy|apply|terminate|modify|attach|detach|cp|mv|rm|sync|mb|rb)(?:-[a-z-]{1,60})?)$/;

/** Do nothing that a result could be about. */
export const NEUTRAL: ReadonlySet<string> =
  set(`cd pushd popd export set unset source . echo printf true : sleep
  clear cls alias umask ulimit trap wait local declare readonly shopt for case shift write-output write-host start-sleep
  set-location exit`);

/** A reading command that writes or runs something with one of these arguments. */
export const NOT_READING: readonly { readonly command: string; readonly args: RegExp }[] = [
  { command: 'find', args: /^-(?:delete|exec|execdir|ok|okdir|fprint.?)$/ },
  { command: 'fd', args: /^(?:-x|-X|--exec|--exec-batch)$/ },
  { command: 'sed', args: /^(?:-[a-zA-Z]{0,4}i.{0,12}|--in-place.{0,12})$/ },
  { command: 'yq', args: /^(?:-i|--inplace)$/ },
  { command: 'sort', args: /^(?:-o|--output)/ },
  {
    command: 'git branch',
    args: /^(?:-[dDmMcCfu]|--(?:delete|move|copy|force|set-upstream).{0,12}|(?!git$|branch$)[^-].{0,200})$/,
  },
  { command: 'git remote', args: /^(?:add|remove|rm|rename|set-url|set-head|prune|update)$/ },
  { command: 'git reflog', args: /^(?:expire|delete)$/ },
];

/** Run tests. */
export const TEST_RUNS: readonly string[] = list(`
  pytest|py.test|unittest|nose2|nosetests|trial|stestr|testr|tox|nox|ward|jest|vitest|mocha|ava|tap|tape|jasmine|karma
  qunit|uvu|cypress run|playwright test|wdio|testcafe|nightwatch|web-test-runner|wtr|node --test|deno test|bun test
  npm test|npm t|npm tst|npm it|npm cit|npm run test*|pnpm t|pnpm run test*|pnpm test*|yarn run test*|yarn test*
  bun run test*|npm run-script test*|npm run e2e|pnpm e2e|yarn e2e|nx test|turbo test|turbo run test
  lerna run test|rush test|ng test|vue-cli-service test:unit|react-scripts test|cargo test|cargo t|cargo nextest|cargo miri
  go test|gotestsum|ginkgo|richgo test|rspec|rake test|rake spec|rails test|rails spec|bin/rails test|minitest|cucumber
  phpunit|pest|paratest|codecept run|behat|artisan test|composer test|mvn test|mvn verify|mvnw test
  mvnw verify|gradle test|gradle check|gradlew test|gradlew check|ant test|sbt test|sbt testonly|mill test
  lein test|clj -x:test|clojure -x:test|dotnet test|vstest.console|nunit3-console|xunit.console|ctest|meson test|ninja test
  ninja check|make test*|make check|make unittest|make e2e|gmake test|gmake check|just test*|task test*|mage test|bazel test|buck test|buck2 test
  pants test|please test|plz test|swift test|xcodebuild test|xctest|fastlane test|flutter test|dart test|mix test
  rebar3 eunit|rebar3 ct|stack test|cabal test|dune test|dune runtest|opam test|zig test|zig build test|nim test|nimble test
  dub test|crystal spec|shards test|busted|luaunit|bats|shellspec|shunit2|prove|behave|robot|pabot|molecule test|kitchen test
  forge test|hardhat test|truffle test|anchor test|terraform test|tofu test|opa test|conftest verify|helm unittest|dbt test
  hatch test|pdm test|poe test|invoke test|inv test|manage.py test|django-admin test|invoke-pester|git bisect run`);

/** A script or program named after tests. */
export const TEST_SCRIPT: RegExp = /^(?:.{0,80}[-_.])?(?:tests?|specs?|e2e|unittests?)(?:[-_.].{0,80})?$/;

/** Words of a tool's name, by what they say of it. */
export const TOOL_WORDS: Readonly<
  Record<'reads' | 'asks' | 'runs' | 'writes' | 'reports', ReadonlySet<string>>
> = {
  /** Its text is content. */
  reads:
    set(`read view cat glob grep ls list search find tree head tail logs webfetch websearch browse fetch lookup
    docs history outline notebookread todoread recall retrieve readfile listdir`),
  /** It asks about one thing. */
  asks: set('get describe show status inspect stat peek count info health ping probe'),
  runs: set(`run exec execute bash shell terminal command cmd powershell process stdin test tests build deploy lint
    install script job pipeline ci verify sandbox python repl console poll`),
  writes:
    set(`write edit create update delete remove set replace insert append patch apply rename move copy put post
    add send save upload commit push merge close cancel start stop restart kill book order pay multiedit mark assign clear reset import export`),
  /** It brings the words of somebody else. */
  reports: set('agent subagent delegate ask think message note todo plan'),
};

/** Fields of a call's input. */
export const COMMAND_FIELDS: readonly string[] = list(
  'command|cmd|commands|shell_command|shellCommand|command_line|commandLine|CommandLine|bash_command',
);
export const TARGET_FIELDS: readonly string[] = list(`
  file_path|filePath|filepath|absolute_path|absolutePath|notebook_path|target_file|targetFile|file_name|fileName|filename
  AbsolutePath|TargetFile|path|file|paths|files|file_paths|url|uri|href|link|urls|host|hostname|endpoint|server|address
  resource|resource_id|resourceId|resource_name|target|dir|directory|dir_path|directory_path|folder|DirectoryPath
  repo|repository|bucket|table|database|service|deployment|namespace|cluster`);

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Commands of several lines; `a|b` are two, and each keeps its own words. */
function list(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function of(count: number, names: string, between: string | RegExp = /\s+/): Record<string, number> {
  return Object.fromEntries(names.split(between).map((name) => [name, count]));
}
