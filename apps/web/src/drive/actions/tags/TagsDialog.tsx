import { type Chosen, isWhole } from '../../selection/whole-place.ts'
import { FileTags } from './FileTags.tsx'
import { ManyTags } from './ManyTags.tsx'

/** All tags of one file; of many, those that are added to each or removed from each. */
export function TagsDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const [file] = isWhole(chosen) ? [] : chosen
  return file !== undefined && !isWhole(chosen) && chosen.length === 1 ? (
    <FileTags file={file} onClose={onClose} />
  ) : (
    <ManyTags chosen={chosen} onClose={onClose} />
  )
}
