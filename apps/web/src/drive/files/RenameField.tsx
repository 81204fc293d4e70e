import type { File } from '@awan/protocol/drive'
import { TriangleAlert } from 'lucide-react'
import {
  type KeyboardEvent,
  type SyntheticEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { stemLength } from '../actions/file-name.ts'
import { warnOfName } from '../actions/name-warning.ts'
import { refuseName } from '../actions/refuse-name.ts'
import { useDriveActions } from '../actions/use-drive-actions.ts'

/** A name that is being changed. It is kept beside the list, whose rows come and go. */
export interface Renaming {
  file: File
  draft: string
  problem?: string | undefined
}

/**
 * In the place of a name: Enter saves it and says here when it is refused, Escape leaves it, and who goes
 * elsewhere has saved it.
 */
export function RenameField({
  renaming,
  onChange,
  onEnd,
}: {
  renaming: Renaming
  onChange: (renaming: Renaming) => void
  /** By a key, or because the focus went elsewhere. */
  onEnd: (end: { isByKey: boolean }) => void
}) {
  const t = useTexts()
  const actions = useDriveActions()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isSaving = useRef(false)
  const { file, draft, problem } = renaming
  const warning = warnOfName(draft, t)

  // Also when the row has another number by now, and this is another field.
  const begin = useEffectEvent(() => {
    input.current?.focus({ preventScroll: true })
    // What kind of file it is stays, unless one wants it to change.
    if (draft === file.name) input.current?.setSelectionRange(0, stemLength(file))
    else input.current?.setSelectionRange(draft.length, draft.length)
  })
  useLayoutEffect(() => begin(), [])

  async function save() {
    if (isSaving.current) return
    const rule = refuseName(draft, t)
    if (rule !== undefined) return onChange({ ...renaming, problem: rule })
    isSaving.current = true
    const refusal = await actions.tryRename(file, draft)
    isSaving.current = false
    if (refusal === undefined) return onEnd({ isByKey: true })
    // Who has read what it is called now may rename that.
    onChange({ ...renaming, file: refusal.current ?? file, problem: refusal.reason })
  }

  function leave() {
    if (isSaving.current) return
    onEnd({ isByKey: false })
    // Who leaves it empty has thought better of it.
    if (draft.trim() !== '') void actions.rename(file, draft)
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void save()
    else if (event.key === 'Escape') onEnd({ isByKey: true })
    else return
    event.preventDefault()
  }

  return (
    <span className="relative min-w-0 flex-1 cursor-auto select-text">
      <input
        ref={input}
        aria-label={t('act.rename.name')}
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={draft}
        onChange={({ target }) => onChange({ file, draft: target.value })}
        onBlur={leave}
        onKeyDown={onKeyDown}
        onPointerDown={keep}
        onClick={keep}
        onDoubleClick={keep}
        onContextMenu={keep}
        className="-ms-1.5 block h-8 w-full rounded-sm border border-accent bg-surface px-1.5 font-medium text-text outline-none ring-3 ring-accent/20 aria-invalid:border-danger"
      />
      <span
        id={id}
        className="absolute start-0 top-full z-10 mt-1.5 w-max max-w-[min(20rem,70vw)] rounded-md border border-line bg-surface px-2.5 py-1.5 text-sm shadow-lg empty:hidden has-[>div:only-child:empty]:hidden"
      >
        <Problem>{problem}</Problem>
        {problem === undefined && warning !== undefined ? (
          <span className="flex items-start gap-1.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-amber" />
            {warning}
          </span>
        ) : null}
      </span>
    </span>
  )
}

/** The list around it chooses, opens and drags by the same events. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation()
}
