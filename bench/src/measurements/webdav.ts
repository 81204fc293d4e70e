import type { Figure, Measurement } from '../measurement.ts'
import { measureAuthentication } from '../webdav/authentication.ts'
import { measureFirstSync } from '../webdav/first-sync.ts'
import { measureListing } from '../webdav/listing.ts'
import { measureMemory } from '../webdav/memory.ts'
import { measureOneGibibyte } from '../webdav/one-gibibyte.ts'
import { measureSmallFiles } from '../webdav/small-files.ts'

/** Each by itself, one after the other, so that they all find the machine alike. */
const parts: Record<string, (repeat: number, scale: number) => Promise<Figure[]>> = {
  listing: measureListing,
  'small-files': measureSmallFiles,
  gibibyte: measureOneGibibyte,
  authentication: measureAuthentication,
  'first-sync': measureFirstSync,
  memory: measureMemory,
}

export const webdav: Measurement = {
  name: 'webdav',
  summary: `WebDAV compared with other servers and with its targets (${Object.keys(parts).join(', ')})`,
  startsServersItself: true,
  async run(_targets, repeat, chosen, scale) {
    const figures: Figure[] = []
    for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
      const measure = parts[name]
      if (!measure) throw new Error(`webdav has no part called ${name}`)
      console.log(`  ${name} ...`)
      figures.push(...(await measure(repeat, scale)))
    }
    return figures
  },
}
