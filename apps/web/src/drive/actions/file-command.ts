import type { LucideIcon } from 'lucide-react'

/** Something that can be done with the chosen files. */
export interface FileCommand {
  id: CommandId
  label: string
  icon: LucideIcon
  /** As `findCommand` reads it. */
  shortcut?: string
  /** It is so already, and the command ends that. */
  isOn?: boolean
  /** Something is lost by it. */
  isDanger?: boolean
  /** Commands of one group stand together. */
  group: 'look' | 'place' | 'mark' | 'know' | 'lose'
  /** Why it cannot be done now; whoever tries is told. */
  unavailable?: string
  run(): void
}

export type CommandId =
  | 'open'
  | 'preview'
  | 'show-in-folder'
  | 'open-tab'
  | 'copy-address'
  | 'download'
  | 'share'
  | 'offer'
  | 'add-shortcut'
  | 'rename'
  | 'move'
  | 'copy-to'
  | 'save'
  | 'duplicate'
  | 'compress'
  | 'extract'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'star'
  | 'tags'
  | 'details'
  | 'versions'
  | 'restore'
  | 'trash'
  | 'delete'
