import { spawnSync } from 'node:child_process'
import { installDebianPackages } from './debian-packages.mjs'
import { say } from './run.mjs'

/** Programs of others that work on the same account as the page. Without one its stories are left out, and the run says so. */
const PROGRAMS = [{ program: 'nextcloudcmd', debianPackage: 'nextcloud-desktop-cmd' }]

export async function ensureStoryPrograms() {
  for (const { program, debianPackage } of PROGRAMS) {
    if (isHere(program)) continue
    if (await installDebianPackages([debianPackage], 'the end-to-end tests')) continue
    say(`WITHOUT ${program}: the stories with it are LEFT OUT.`)
  }
}

/** @param {string} program */
function isHere(program) {
  return spawnSync(program, ['--version']).error === undefined
}
