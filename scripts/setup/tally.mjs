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
 * Counts what Vitest's JSON reporter wrote. A run that failed without a failed test (a file that
 * does not load, an unhandled rejection) counts as one failure, and so does one without a report.
 *
 * @param {any} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyVitest(report, exitCode) {
  /** @type {{ status: string, fullName: string, failureMessages?: string[] }[]} */
  const tests = (report?.testResults ?? []).flatMap(
    (/** @type {any} */ file) => file.assertionResults,
  )
  /** @param {...string} states */
  const count = (...states) => tests.filter(({ status }) => states.includes(status))
  const failed = count('failed')
  const skipped = count('pending', 'skipped', 'todo', 'disabled')
  return {
    passed: count('passed').length,
    failed: failed.length === 0 && exitCode !== 0 ? 1 : failed.length,
    skipped: skipped.length,
    skippedNames: skipped.map(({ fullName }) => fullName),
    failedNames:
      failed.length === 0 && exitCode !== 0
        ? [
            'something outside of every test: look above for "Unhandled", or a file that did not load',
          ]
        : failed.map(({ fullName, failureMessages = [] }) =>
            [fullName, ...failureMessages.map(shorten)].join('\n   '),
          ),
  }
}

/**
 * The files to run once more: none when so much failed that it is no race, or when not all that failed
 * was a test.
 *
 * @param {any} report
 * @returns {string[]}
 */
export function filesToTryAgain(report) {
  /** @type {{ name: string, status: string, assertionResults: { status: string }[] }[]} */
  const failed = (report?.testResults ?? []).filter(
    (/** @type {any} */ file) => file.status === 'failed',
  )
  const isRace =
    failed.length <= MOST_RACES &&
    failed.every(({ assertionResults }) =>
      assertionResults.some((test) => test.status === 'failed'),
    )
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
  return {
    ...first,
    passed: first.passed + raced,
    failed: second.failed,
    failedNames: second.failedNames,
    racingNames: first.failedNames.filter((name) => !second.failedNames.includes(name)),
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

/** @param {string} message */
function shorten(message) {
  return message.split('\n').slice(0, MOST_LINES).join('\n   ')
}

const MOST_LINES = 12
