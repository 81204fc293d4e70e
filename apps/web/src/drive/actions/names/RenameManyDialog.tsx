import { MAX_RENAMES } from '@awan/protocol'
import type { SubmitEvent } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { type Chosen, countOf } from '../../selection/whole-place.ts'
import { useDriveActions } from '../use-drive-actions.ts'
import type { NameTrouble } from './judge-names.ts'
import { firstRule, NameFields } from './NameFields.tsx'
import { NamePreview } from './NamePreview.tsx'
import { useNewNames } from './use-new-names.ts'

/** New names for many files at once, which are seen before they are given. */
export function RenameManyDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { t, tag } = useLanguage()
  const actions = useDriveActions()
  const { state, rule, setRule } = useNewNames(chosen, firstRule)
  const names = state.kind === 'ready' ? state : undefined
  const count = names?.changing.length ?? 0
  const canRename = names?.problems !== undefined && names.troubles.size === 0 && count > 0

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!names || !canRename) return
    onClose()
    void actions.renameMany(names.changing)
  }

  return (
    <Dialog
      open
      isWide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.names.title', { count: names?.names.length ?? countOf(chosen) })}
      closeLabel={t('app.close')}
    >
      {state.kind === 'too many' ? (
        <Problem>
          {t('act.names.tooMany', { most: new Intl.NumberFormat(tag).format(MAX_RENAMES) })}
        </Problem>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <NameFields rule={rule} count={countOf(chosen)} onChange={setRule} />
          <NamePreview names={names?.names ?? []} troubles={names?.troubles ?? NO_TROUBLES} />
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            <div className="min-w-0 basis-full text-sm md:flex-1 md:basis-0" aria-live="polite">
              {told()}
            </div>
            <Button look="quiet" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" disabled={!canRename}>
              {t('act.names.title', { count })}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )

  function told() {
    if (state.kind === 'failed') return <Problem>{state.reason}</Problem>
    if (!names) return <p className="text-muted">{t('act.names.reading')}</p>
    const { size } = names.troubles
    if (size > 0) return <Problem>{t('act.names.problems', { count: size })}</Problem>
    if (count === 0) return <p className="text-muted">{t('act.names.none')}</p>
    if (!names.problems) return <p className="text-muted">{t('act.names.checking')}</p>
    return null
  }
}

const NO_TROUBLES: ReadonlyMap<string, NameTrouble> = new Map()
