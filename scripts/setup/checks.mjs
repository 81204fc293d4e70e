import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findLockfileProblems } from './lockfile-problems.mjs'
import { pinnedNode, root, toolOf } from './paths.mjs'
import { run, say, seconds } from './run.mjs'

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<{ code: number, output: string }>} run
 */

/**
 * Runs every check to its end, some side by side, and shows what each has to say.
 *
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const waiting = listChecks()
  const tally = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const startedAt = performance.now()
      const { code, output } = await check.run()
      say(`${code === 0 ? '  ok  ' : 'FAILED'} ${check.name} (${seconds(startedAt)})`)
      if (code !== 0) say(`\n${output.trim()}\n`)
      tally[code === 0 ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, worker))
  return tally
}

/** @returns {Check[]} */
function listChecks() {
  /**
   * @param {string} name
   * @param {readonly string[]} commandLine
   */
  const tool = (name, commandLine) => ({ name, run: () => run(commandLine, { output: 'collect' }) })
  return [
    ...listTypeProjects().map((project) =>
      tool(`types: ${project}`, [...toolOf('typescript', 'tsc'), '-p', project]),
    ),
    tool('format and lint', [
      ...toolOf('@biomejs/biome'),
      'check',
      '--error-on-warnings',
      '--max-diagnostics=100',
      '.',
    ]),
    tool('import rules', [...toolOf('vitest'), 'run', '--project', 'rules', '--reporter', 'dot']),
    tool('unused files, exports and dependencies', [...toolOf('knip'), '--no-progress']),
    tool('settings page', [pinnedNode, 'scripts/settings-doc.mjs', '--check']),
    { name: 'lockfile', run: checkLockfile },
  ]
}

/** Every tsconfig of the tree, but the base that they extend. */
function listTypeProjects() {
  const folders = [
    ...['packages', 'apps'].flatMap((parent) =>
      readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
    ),
    'e2e',
    'bench',
    'scripts',
    'docs',
    'docs/spec',
  ]
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
}

/** The lockfile must fit the package.json files, and work with any registry. */
async function checkLockfile() {
  const lockfile = readJson('package-lock.json')
  const folders = Object.keys(lockfile.packages).filter((path) => !path.includes('node_modules'))
  const manifests = folders.map((folder) => ({
    folder,
    manifest: readJson(join(folder, 'package.json')),
  }))
  const problems = findLockfileProblems(lockfile, manifests)
  const advice = 'Run npm install with the .npmrc of this checkout, and commit package-lock.json.'
  return {
    code: problems.length === 0 ? 0 : 1,
    output: [...problems, advice].join('\n'),
  }
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
