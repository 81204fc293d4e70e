import { MAX_RENAMES } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { type Chosen, isWhole } from '../../selection/whole-place.ts'

/** All that is chosen, file by file and in its order; undefined where that is more than can be renamed at once. */
export async function readChosen(
  chosen: Chosen,
  signal: AbortSignal,
): Promise<readonly File[] | undefined> {
  if (!isWhole(chosen)) return chosen.length > MAX_RENAMES ? undefined : chosen
  const except = new Set(chosen.exceptIds)
  const found: File[] = []
  for await (const { files } of chosen.walk?.(signal) ?? []) {
    found.push(...files.filter(({ id }) => !except.has(id)))
    if (found.length > MAX_RENAMES) return undefined
  }
  return found
}
