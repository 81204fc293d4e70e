import { join } from 'node:path'
import { openDiskBlobStore } from '../../blobs/disk.ts'
import { openDatabase } from '../../db/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createContentReader } from '../contents/content-reader.ts'
import { createReadContent } from '../downloads/read-content.ts'
import { die } from '../testing-die.ts'
import { findPicturePrograms } from './programs.ts'
import { ThumbnailRunner } from './thumbnail-runner.ts'

// Makes the thumbnails that it finds ordered and kills its own process with SIGKILL: when it has taken
// a job (0), or when so many of its pictures are sealed and no row speaks of them yet.

const [folder = '', pictures = ''] = process.argv.slice(2)
const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'awan.sqlite') })
const blobs = await openDiskBlobStore({ path: join(folder, 'blobs') })
const seal = blobs.seal.bind(blobs)
const read = blobs.read.bind(blobs)
let sealed = 0
blobs.seal = async (draft) => {
  await seal(draft)
  if (++sealed === Number(pictures)) await die()
}
blobs.read = (...args) => (pictures === '0' ? die() : read(...args))

await new ThumbnailRunner({
  db,
  blobs,
  clock: systemClock,
  random: systemRandom,
  readContent: createReadContent(createContentReader({ db, blobs })),
  programs: findPicturePrograms(''),
}).run()
