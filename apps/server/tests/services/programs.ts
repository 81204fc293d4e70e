import { ensurePrograms } from './debian-packages.ts'

/** Programs of others that read what we write: downloads that are gone on with, archives, videos; that speak WebDAV, and that sync. */
const readers = [
  { programs: ['curl'], packages: ['curl'] },
  { programs: ['unzip', 'zipinfo'], packages: ['unzip'] },
  { programs: ['litmus'], packages: ['litmus'] },
  { programs: ['cadaver'], packages: ['cadaver'] },
  { programs: ['rclone'], packages: ['rclone'] },
  { programs: ['nextcloudcmd'], packages: ['nextcloud-desktop-cmd'] },
  { programs: ['owncloudcmd'], packages: ['owncloud-client-cmd'] },
]

/** Without ffmpeg the server has no pictures of videos, and the tests of that are left out. */
const video = { programs: ['ffmpeg'], packages: ['ffmpeg'] }

export async function setup(): Promise<void> {
  for (const wanted of readers) {
    const reason = await ensurePrograms(wanted, say)
    if (reason !== undefined) say(`tests that need ${wanted.packages.join()} will fail: ${reason}`)
  }
  const reason = await ensurePrograms(video, say)
  if (reason === undefined) process.env.AWAN_TEST_FFMPEG = 'yes'
  else say(`WITHOUT ffmpeg: the tests of videos are LEFT OUT. ${reason}.`)
}

function say(line: string): void {
  process.stderr.write(`[test programs] ${line}\n`)
}
