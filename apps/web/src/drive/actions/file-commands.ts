import { ROOT_ID } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { useNavigate } from '@tanstack/react-router'
import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  Eye,
  FileArchive,
  Files,
  FolderInput,
  FolderOpen,
  FolderSearch,
  HardDrive,
  History,
  Info,
  Link2,
  PackageOpen,
  Pencil,
  Scissors,
  Share2,
  SquareArrowOutUpRight,
  Star,
  StarOff,
  Tag,
  Trash2,
  Undo2,
  UserRoundCheck,
} from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useIsInTrash, useRightsAt } from '../access/use-rights.ts'
import { usePreviewAddress } from '../address/preview-search.ts'
import { useShowInFolder } from '../address/show-in-folder.ts'
import { useDetails } from '../address/use-details.ts'
import { useFolderLink } from '../address/use-folder-link.ts'
import { useOpenTab, usePlaceAddress } from '../address/use-place-address.ts'
import { useDriveId } from '../DriveProvider.tsx'
import type { Place } from '../listing/place.ts'
import { useOfflineReason } from '../offline/use-offline.ts'
import { type Chosen, countOf, isUndivided, isWhole } from '../selection/whole-place.ts'
import { allowanceOf, canWork } from './command-rights.ts'
import type { CommandId, FileCommand } from './file-command.ts'
import { useClipboard, useDialogDesk, useDriveActions } from './use-drive-actions.ts'
import { useOpenShortcut } from './use-open-shortcut.ts'

/** All that the caller can do with these files in this place: for menus, bars, sheets and keys alike. */
export function useFileCommands(chosen: Chosen, place: Place): FileCommand[] {
  const t = useTexts()
  const commands = useAllCommands(chosen, place)
  const here = useRightsAt(place)
  const isInTrash = useIsInTrash(place)
  const offlineReason = useOfflineReason()
  const toast = useToast()
  return commands.flatMap((command) => {
    if (isInTrash && !insideTrash.has(command.id)) return []
    if (!canWork(command.id, place)) return []
    const allowance = allowanceOf(command.id, chosen, here)
    if (allowance === 'none') return []
    const reason =
      offlineReason !== undefined && !withoutServer.has(command.id)
        ? offlineReason
        : allowance === 'some'
          ? t('act.notWithAll')
          : undefined
    if (reason === undefined) return [command]
    const topic = reason === offlineReason ? 'offline' : 'allowance'
    return [{ ...command, unavailable: reason, run: () => toast({ title: reason, topic }) }]
  })
}

/** Those that leave a folder in the trash as it is. */
const insideTrash: ReadonlySet<CommandId> = new Set(['open', 'preview', 'download', 'details'])

/** Those that lead somewhere, or only remember what was chosen. */
const withoutServer: ReadonlySet<CommandId> = new Set([
  'open',
  'preview',
  'show-in-folder',
  'open-tab',
  'copy-address',
  'details',
  'versions',
  'cut',
  'copy',
])

function useAllCommands(chosen: Chosen, place: Place): FileCommand[] {
  const t = useTexts()
  const whole = isWhole(chosen) ? chosen : undefined
  const files = isWhole(chosen) ? [] : chosen
  const look = useLookCommands(files, place)
  const { actions, desk, clipboard, clipped, announce, toast } = useParts()
  const driveId = useDriveId()
  const [file] = files
  const one = files.length === 1 ? file : undefined
  const count = countOf(chosen)
  const pasteInto = place.kind === 'folder' ? place.folderId : undefined

  if (place.kind === 'trash') {
    if (count === 0) return []
    return [
      {
        id: 'restore',
        label: t('act.restore'),
        icon: Undo2,
        group: 'place',
        run: () => void actions.restore(chosen),
      },
      ...look.filter(({ id }) => id === 'details'),
      {
        id: 'delete',
        label: t('act.delete'),
        icon: Trash2,
        shortcut: 'Delete',
        isDanger: true,
        group: 'lose',
        run: () => void actions.deleteForGood(chosen),
      },
    ]
  }

  const commands: (FileCommand | false | undefined)[] = [
    ...look.filter(({ group }) => group === 'look'),
    one && {
      id: 'share',
      label: t('act.share'),
      icon: Share2,
      shortcut: 'mod+shift+e',
      group: 'look',
      run: () => desk.open({ kind: 'share', file: one }),
    },
    one && {
      id: 'offer',
      label: t('act.offer'),
      icon: UserRoundCheck,
      group: 'look',
      run: () => desk.open({ kind: 'offer', file: one }),
    },
    one &&
      driveId !== undefined && {
        id: 'add-shortcut',
        label: t('shared.shortcut.add'),
        icon: FolderInput,
        group: 'look',
        run: () => desk.open({ kind: 'shortcut', file: one, driveId }),
      },
    count > 0 &&
      (!whole || isUndivided(whole)) && {
        id: 'download',
        label: t('act.download'),
        icon: Download,
        group: 'look',
        run: () => void actions.download(chosen),
      },
    count > 0 &&
      driveId !== undefined && {
        id: 'save',
        label: t('act.save'),
        icon: HardDrive,
        group: 'look',
        run: () =>
          void actions.bring(
            'copy',
            { driveId, chosen },
            { driveId: undefined, id: ROOT_ID, name: t('nav.files') },
          ),
      },
    count > 0 && {
      id: 'rename',
      label: t('act.rename'),
      icon: Pencil,
      shortcut: 'F2',
      group: 'place',
      run: () => desk.open(one ? { kind: 'rename', file: one } : { kind: 'names', chosen }),
    },
    count > 0 && {
      id: 'move',
      label: t('act.moveTo'),
      icon: FolderInput,
      group: 'place',
      run: () => desk.open({ kind: 'pick', purpose: 'move', chosen }),
    },
    count > 0 && {
      id: 'copy-to',
      label: t('act.copyTo'),
      icon: CopyPlus,
      group: 'place',
      run: () => desk.open({ kind: 'pick', purpose: 'copy', chosen }),
    },
    one !== undefined &&
      one.parent_id !== null && {
        id: 'duplicate',
        label: t('act.duplicate'),
        icon: Files,
        group: 'place',
        run: () => void actions.copy([one], one.parent_id ?? ''),
      },
    files.length > 0 &&
      pasteInto !== undefined && {
        id: 'compress',
        label: t('act.compress'),
        icon: FileArchive,
        group: 'place',
        run: () => void actions.compress(files, pasteInto),
      },
    one !== undefined &&
      pasteInto !== undefined &&
      isZip(one) && {
        id: 'extract',
        label: t('act.extract'),
        icon: PackageOpen,
        group: 'place',
        run: () => void actions.extract(one, pasteInto),
      },
    count > 0 && {
      id: 'cut',
      label: t('act.cut'),
      icon: Scissors,
      shortcut: 'mod+x',
      group: 'place',
      run() {
        clipboard.put({ mode: 'cut', chosen, driveId })
        announce(t('act.clipboard.cut', { count }))
      },
    },
    count > 0 && {
      id: 'copy',
      label: t('act.copy'),
      icon: Copy,
      shortcut: 'mod+c',
      group: 'place',
      run() {
        clipboard.put({ mode: 'copy', chosen, driveId })
        toast({ title: t('act.clipboard.copy', { count }), tone: 'done', topic: 'clipboard' })
      },
    },
    clipped !== undefined &&
      pasteInto !== undefined && {
        id: 'paste',
        label: t('act.paste', { count: countOf(clipped.chosen) }),
        icon: ClipboardPaste,
        shortcut: 'mod+v',
        group: 'place',
        run() {
          const act = clipped.mode === 'copy' ? 'copy' : 'move'
          // What was cut is where it belongs now.
          if (act === 'move') clipboard.clear()
          if (clipped.driveId === driveId) return void actions[act](clipped.chosen, pasteInto)
          void actions.bring(act, clipped, { driveId, id: pasteInto })
        },
      },
    count > 0 && starCommand(),
    count > 0 && {
      id: 'tags',
      label: t('act.tags'),
      icon: Tag,
      group: 'mark',
      run: () => desk.open({ kind: 'tags', chosen }),
    },
    ...look.filter(({ group }) => group === 'know'),
    count > 0 && {
      id: 'trash',
      label: t('act.trash'),
      icon: Trash2,
      shortcut: 'Delete',
      group: 'lose',
      run: () => void actions.trash(chosen),
    },
  ]
  return commands.filter((command) => command !== false && command !== undefined)

  function starCommand(): FileCommand {
    const areStarred = whole ? whole.inside.starred === true : files.every(({ starred }) => starred)
    return {
      id: 'star',
      label: t(areStarred ? 'act.unstar' : 'act.star'),
      icon: areStarred ? StarOff : Star,
      group: 'mark',
      isOn: areStarred,
      run: () => void actions.star(chosen, !areStarred),
    }
  }
}

/** By its name too: browsers have several types for it. */
function isZip({ kind, name, mime_type }: File): boolean {
  return kind === 'file' && (/\.zip$/i.test(name) || mime_type === 'application/zip')
}

function useParts() {
  const { clipboard, clipped } = useClipboard()
  return {
    actions: useDriveActions(),
    desk: useDialogDesk(),
    announce: useAnnounce(),
    toast: useToast(),
    clipboard,
    clipped,
  }
}

/** Those that lead somewhere and change nothing. */
function useLookCommands(files: readonly File[], place: Place): FileCommand[] {
  const t = useTexts()
  const navigate = useNavigate()
  const preview = usePreviewAddress()
  const details = useDetails()
  const showInFolder = useShowInFolder()
  const toFolder = useFolderLink()
  const openShortcut = useOpenShortcut()
  const openTab = useOpenTab()
  const toAddress = usePlaceAddress()
  const toast = useToast()
  const handleError = useErrorHandler()
  const [file] = files
  if (!file) return []
  const know: FileCommand = {
    id: 'details',
    label: t('act.details'),
    icon: Info,
    shortcut: 'mod+i',
    group: 'know',
    run: () => details.toggle(),
  }
  if (files.length > 1) return [know]
  const lies: FileCommand = {
    id: 'show-in-folder',
    label: t('act.showInFolder'),
    icon: FolderSearch,
    group: 'look',
    run: () => showInFolder(file),
  }
  // In a folder one is there already.
  const inFolder = place.kind === 'folder' || file.parent_id === null ? [] : [lies]
  const address = toAddress(file)
  const tab: FileCommand = {
    id: 'open-tab',
    label: t('act.openTab'),
    icon: SquareArrowOutUpRight,
    shortcut: 'mod+Enter',
    group: 'look',
    run: () => openTab(file),
  }
  const copyAddress: FileCommand = {
    id: 'copy-address',
    label: t('act.copyAddress'),
    icon: Link2,
    group: 'look',
    run: () =>
      void navigator.clipboard
        .writeText(address ?? '')
        .then(
          () => toast({ title: t('act.addressCopied'), tone: 'done', topic: 'clipboard' }),
          handleError,
        ),
  }
  const where = [...inFolder, tab, ...(address === undefined ? [] : [copyAddress])]
  if (file.kind === 'folder' || file.shortcut) {
    const open: FileCommand = {
      id: 'open',
      label: t('act.open'),
      icon: FolderOpen,
      shortcut: 'Enter',
      group: 'look',
      run: () => (file.shortcut ? openShortcut(file) : void navigate(toFolder(file.id))),
    }
    return [open, ...where, know]
  }
  const show: FileCommand = {
    id: 'preview',
    label: t('act.preview'),
    icon: Eye,
    shortcut: 'Space',
    group: 'look',
    run: () => preview.open(file.id),
  }
  const versions: FileCommand = {
    id: 'versions',
    label: t('act.versions'),
    icon: History,
    group: 'know',
    run: () => details.open('versions'),
  }
  return [show, ...where, know, versions]
}
