import { ensurePrograms } from './debian-packages.ts'

/** Programs of others that read what we write: downloads that are gone on with, archives, videos. */
const readers = [
  { programs: ['curl'], packages: ['curl'] },
  { programs: ['unzip', 'zipinfo'], packages: ['unzip'] },
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
