import { measureCheck } from '../drive/check.ts'
import { measureListing } from '../drive/listing.ts'
import { measureOneGibibyte } from '../drive/one-gibibyte.ts'
import { FOLDERS, plantDrive } from '../drive/planted-drive.ts'
import { measureSmallFiles } from '../drive/small-files.ts'
import { measureStart } from '../drive/start.ts'
import { measureUploaders } from '../drive/uploaders.ts'
import type { Figure, Measurement } from '../measurement.ts'
import { measureBrowserUpload } from '../web-drive/by-browser.ts'

/** Each by itself, one after the other, so that they all find the machine alike. */
const parts: Record<string, (repeat: number, scale: number) => Promise<Figure[]>> = {
  gibibyte: measureOneGibibyte,
  'small-files': measureSmallFiles,
  uploaders: measureUploaders,
  million: measureMillion,
  check: measureCheck,
  browser: measureBrowserUpload,
}

export const driveEngine: Measurement = {
  name: 'drive',
  summary: `the drive compared with other servers and with its targets (${Object.keys(parts).join(', ')})`,
  startsServersItself: true,
  async run(_targets, repeat, chosen, scale) {
    const figures: Figure[] = []
    for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
      const measure = parts[name]
      if (!measure) throw new Error(`the drive has no part called ${name}`)
      console.log(`  ${name} ...`)
      figures.push(...(await measure(repeat, scale)))
    }
    return figures
  },
}

/** In a short form there are fewer folders, each as large. */
async function measureMillion(repeat: number, scale: number): Promise<Figure[]> {
  await using planted = await plantDrive({ folders: Math.ceil(FOLDERS * scale) })
  return [...(await measureListing(planted, repeat)), ...(await measureStart(planted, repeat))]
}
