/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} skippedNames
 * @property {string[]} failedNames
 * @property {string[]} [racingNames] passed at the second try only
 */

/**
 * Counts what Vitest's report says. What failed outside of every test (a file that does not load, an
 * unhandled rejection) is a failure of its own, and so is a run that failed without a report.
 *
 * @param {any} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyVitest(report, exitCode) {
  const files = filesIn(report)
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  /** @param {...string} states */
  const count = (...states) => tests.filter(({ status }) => states.includes(status))
  const failedNames = [
    ...count('failed').map(({ fullName, failureMessages = [] }) =>
      describe(fullName, failureMessages),
    ),
    ...files.filter(isBroken).map(({ name, message }) => describe(name, [message])),
    ...unhandledIn(report).map((message) => describe('outside of every test', [message])),
  ]
  if (failedNames.length === 0 && exitCode !== 0) failedNames.push('the run ended with an error')
  const skipped = count('pending', 'skipped', 'todo', 'disabled')
  return {
    passed: count('passed').length,
    failed: failedNames.length,
    skipped: skipped.length,
    skippedNames: skipped.map(({ fullName }) => fullName),
    failedNames,
  }
}

/**
 * @typedef {object} TestFile
 * @property {string} name
 * @property {string} status
 * @property {string} message
 * @property {{ status: string, fullName: string, failureMessages?: string[] }[]} assertionResults
 */

/**
 * @param {any} report
 * @returns {TestFile[]}
 */
function filesIn(report) {
  return report?.testResults ?? []
}

/**
 * @param {any} report
 * @returns {string[]}
 */
function unhandledIn(report) {
  return report?.unhandled ?? []
}

/**
 * Whether a file failed without a test that did.
 *
 * @param {TestFile} file
 */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

/**
 * The files to run once more: none when so much failed that it is no race, or when not all that failed
 * was a test.
 *
 * @param {any} report
 * @returns {string[]}
 */
export function filesToTryAgain(report) {
  const failed = filesIn(report).filter(({ status }) => status === 'failed')
  const isRace =
    failed.length <= MOST_RACES && unhandledIn(report).length === 0 && !failed.some(isBroken)
  return isRace ? failed.map(({ name }) => name) : []
}

const MOST_RACES = 5

/**
 * What failed in the first run and passed in the second has passed, and is told by its name.
 *
 * @param {Tally} first
 * @param {Tally} second of the files where something failed
 * @returns {Tally}
 */
export function afterSecondTry(first, second) {
  const raced = first.failed - second.failed
  if (raced <= 0) return first
  const failedAgain = new Set(second.failedNames.map(testIn))
  return {
    ...first,
    passed: first.passed + raced,
    failed: second.failed,
    failedNames: second.failedNames,
    racingNames: first.failedNames.filter((name) => !failedAgain.has(testIn(name))),
  }
}

/**
 * Counts what Playwright's JSON reporter wrote. A story that passed only when repeated has shown that
 * the product does what it tells, and that something races: it has passed and is told by its name.
 *
 * @param {any} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return {
    passed: expected + flaky,
    failed: unexpected === 0 && exitCode !== 0 ? 1 : unexpected,
    skipped,
    skippedNames: namesOf(report?.suites, ['skipped']),
    failedNames: namesOf(report?.suites, ['unexpected']),
    racingNames: namesOf(report?.suites, ['flaky']),
  }
}

/**
 * The closing line, alone and plain, for people and machines.
 *
 * @param {readonly Pick<Tally, 'passed' | 'failed' | 'skipped'>[]} tallies
 */
export function closingLine(tallies) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {any[] | undefined} suites
 * @param {readonly string[]} states
 * @returns {string[]}
 */
function namesOf(suites = [], states) {
  return suites.flatMap(({ specs = [], suites: below }) => [
    ...specs
      .filter((/** @type {any} */ spec) =>
        spec.tests.some((/** @type {any} */ test) => states.includes(test.status)),
      )
      .map((/** @type {any} */ spec) => `${spec.file}: ${spec.title}`),
    ...namesOf(below, states),
  ])
}

/**
 * What failed, and why in a few lines.
 *
 * @param {string} name
 * @param {readonly string[]} messages
 */
function describe(name, messages) {
  const shortened = messages.map((message) => message.split('\n').slice(0, MOST_LINES))
  return [name, ...shortened.flat()].join('\n   ')
}

const MOST_LINES = 12

/**
 * Which test it was: it may fail again for another reason.
 *
 * @param {string} described
 */
function testIn(described) {
  return described.split('\n', 1)[0]
}
