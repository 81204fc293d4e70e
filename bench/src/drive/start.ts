import { type Figure, median } from '../measurement.ts'
import { startInProduction } from './people.ts'
import type { PlantedDrive } from './planted-drive.ts'

/** From the start of the process to its first good answer, with a million files in the database. */
export async function measureStart({ dataDir }: PlantedDrive, repeat: number): Promise<Figure[]> {
  const times: number[] = []
  for (let round = 0; round < repeat; round++) {
    await using server = await startInProduction(dataDir)
    times.push(server.startMs)
  }
  return [
    {
      what: 'start with a million files',
      target: 'awan',
      value: median(times),
      unit: 'ms',
      better: 'less',
      asked: { of: 'value', atMost: 3_000 },
    },
  ]
}
