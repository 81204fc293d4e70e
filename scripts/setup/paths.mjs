import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** For what can be thrown away: locks, results, builds under way. */
export const cacheFolder = join(root, '.cache')

/** The node of the npm package `node`, whatever node the machine has. */
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * The command line of a tool from node_modules, run by the pinned node.
 *
 * @param {string} packageName
 * @param {string} [command] When it is not called like its package.
 * @returns {[string, string]}
 */
export function toolOf(packageName, command = packageName.split('/').at(-1) ?? packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const script = typeof bin === 'string' ? bin : bin[command]
  return [pinnedNode, join(folder, script)]
}
