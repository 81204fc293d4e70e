import { rm } from 'node:fs/promises'
import { createDriveClient } from '@awan/client/drive'
import { fileSource } from '@awan/client/node'
import { signUpSomeone } from '../account.ts'
import {
  ddSpeed,
  downloadSpeed,
  type LargeFile,
  makeLargeFile,
  speedOf,
} from '../drive/large-file.ts'
import { type Figure, type Measurement, median, type Target } from '../measurement.ts'
import { createDataDir } from '../server.ts'

export const transfer: Measurement = {
  name: 'transfer',
  summary: 'upload and download of 1 GiB, compared with dd with fsync on the same disk',
  async run(targets, repeat) {
    await using source = await makeLargeFile()
    const diskDir = await createDataDir()
    const writes: number[] = []
    const results = targets.map(() => ({
      up: [] as number[],
      down: [] as number[],
      cost: [] as number[],
    }))
    try {
      for (let round = 0; round < repeat; round++) {
        writes.push(await ddSpeed(source, diskDir))
        for (const [index, target] of targets.entries()) {
          const once = await transferOnce(target, source)
          results[index]?.up.push(once.up)
          results[index]?.down.push(once.down)
          if (once.cost !== undefined) results[index]?.cost.push(once.cost)
        }
      }
    } finally {
      await rm(diskDir, { recursive: true, force: true })
    }
    const floor = { what: 'dd conv=fsync', value: median(writes) }
    return targets.flatMap((target, index): Figure[] => {
      const { up = [], down = [], cost = [] } = results[index] ?? {}
      const name = target.name
      return [
        {
          what: 'upload 1 GiB',
          target: name,
          value: median(up),
          unit: 'MB/s',
          floor,
          better: 'more',
        },
        { what: 'download 1 GiB', target: name, value: median(down), unit: 'MB/s', better: 'more' },
        ...(cost.length === 0
          ? []
          : [
              {
                what: 'written to disk per byte uploaded',
                target: name,
                value: median(cost),
                unit: 'bytes',
                better: 'less' as const,
              },
            ]),
      ]
    })
  },
}

async function transferOnce(target: Target, source: LargeFile) {
  const { client } = await signUpSomeone(target.url)
  const drive = createDriveClient(client)
  const before = await target.writtenBytes?.()
  let id = ''
  const up = await speedOf(source.size, async () => {
    const options = { parent_id: 'root', name: 'one gibibyte' }
    const file = await drive.uploads.upload(fileSource(source.path), options)
    id = file.id
  })
  const after = await target.writtenBytes?.()
  const { url } = await drive.files.link(id)
  const down = await downloadSpeed(source.size, new URL(url, target.url).href)
  client.dispose()
  const cost =
    before === undefined || after === undefined ? undefined : (after - before) / source.size
  return { up, down, cost }
}
