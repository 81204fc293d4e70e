/**
 * @typedef {{ packages: Record<string, Locked> }} Lockfile
 * @typedef {{ resolved?: string, link?: boolean } & Record<string, unknown>} Locked
 * @typedef {{ folder: string, manifest: Record<string, unknown> }} Workspace
 */

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/**
 * What is wrong with a lockfile: it names the address of a registry, which others may not reach, or
 * it does not hold what the package.json files ask for.
 *
 * @param {Lockfile} lockfile
 * @param {readonly Workspace[]} workspaces
 * @returns {string[]}
 */
export function findLockfileProblems({ packages }, workspaces) {
  const addresses = Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
    .map(([path]) => `package-lock.json names the address of a registry for ${path}`)
  const gaps = workspaces.flatMap(({ folder, manifest }) =>
    KINDS.filter((kind) => !isSame(manifest[kind], toRecord(packages[folder])[kind])).map(
      (kind) => `package-lock.json differs from ${folder || '.'}/package.json in ${kind}`,
    ),
  )
  return [...addresses, ...gaps]
}

/**
 * @param {unknown} asked
 * @param {unknown} locked
 */
function isSame(asked, locked) {
  /** @param {unknown} value */
  const toText = (value) => JSON.stringify(Object.entries(toRecord(value)).sort())
  return toText(asked) === toText(locked)
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function toRecord(value) {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
