import type { File } from '@awan/protocol/drive'
import { useEffect, useEffectEvent, useRef } from 'react'
import { findCommand, type PressedKey } from '../../actions/command-keys.ts'
import type { CommandId, FileCommand } from '../../actions/file-command.ts'
import { useFileCommands } from '../../actions/file-commands.ts'
import { useDriveActions } from '../../actions/use-drive-actions.ts'
import { usePreviewAddress } from '../../address/preview-search.ts'
import type { Place } from '../../listing/place.ts'
import type { Neighbours } from '../neighbours.ts'

/** What the preview is itself, or has a button for, or what is done with the rows of a list. */
const notHere: ReadonlySet<CommandId> = new Set([
  'open',
  'preview',
  'cut',
  'copy',
  'paste',
  'details',
  'versions',
])

/** Where nothing is found by its name, a letter is enough. */
const letters: Partial<Record<CommandId, string>> = {
  star: 'f',
  move: 'm',
  tags: 't',
  download: 'd',
}

/** After these a file may be gone from the list that it was opened from. */
const takingAway: ReadonlySet<CommandId> = new Set(['move', 'trash', 'restore', 'delete'])

/** What can be done with the file that is shown: the commands of its menu. What is taken away makes room for the next. */
export function usePreviewCommands(
  file: File | undefined,
  place: Place,
  {
    neighbours,
    onMove,
    onClose,
  }: { neighbours: Neighbours; onMove: (file: File) => void; onClose: () => void },
): {
  commands: readonly FileCommand[]
  pressed: (key: PressedKey) => FileCommand | undefined
} {
  const actions = useDriveActions()
  const { isEditing } = usePreviewAddress()
  const all = useFileCommands(file ? [file] : [], place)
  const leaving = useRef<string>(undefined)

  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const showAgain = useEffectEvent((back: File) => {
    if (isShown.current) onMove(back)
  })

  const { hasLeft = false } = neighbours
  const goOn = useEffectEvent(() => {
    if (file === undefined || leaving.current !== file.id) return
    leaving.current = undefined
    const to = neighbours.next ?? neighbours.previous
    if (to) onMove(to)
    else onClose()
  })
  useEffect(() => {
    if (hasLeft) goOn()
  }, [hasLeft])

  function toHere(command: FileCommand): FileCommand[] {
    const { id, unavailable } = command
    if (notHere.has(id)) return []
    // What is written in it would be lost.
    if (isEditing && takingAway.has(id)) return []
    const letter = letters[id]
    const here = letter === undefined ? command : { ...command, shortcut: letter }
    if (!takingAway.has(id) || unavailable !== undefined || !file) return [here]
    return [
      {
        ...here,
        run() {
          leaving.current = file.id
          if (id === 'trash') void actions.trash([file], { onUndone: () => showAgain(file) })
          else command.run()
        },
      },
    ]
  }

  const commands = all.flatMap(toHere)
  return { commands, pressed: (key) => findCommand(commands, key) }
}
