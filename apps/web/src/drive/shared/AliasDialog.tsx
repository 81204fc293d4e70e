import type { ShareWithMe } from '@awan/protocol/drive'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { SHARED } from '../live/invalidate-changed.ts'

/** A name of one's own for what is shared; with an empty one it is called as its owner calls it. */
export function AliasDialog({ share, onClose }: { share: ShareWithMe; onClose: () => void }) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const queries = useQueryClient()
  const { shares } = useDrive()
  const { file, grant, owner, alias } = share
  const [name, setName] = useState(alias ?? file.name)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = name.trim()
    setBusy(true)
    try {
      await shares.rename(grant, wanted === '' || wanted === file.name ? null : wanted)
      await queries.invalidateQueries({ queryKey: [SHARED] })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('shared.alias.title')}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <TextField
          label={t('shared.alias.name')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          maxLength={255}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setProblem(undefined)
          }}
          error={problem}
          hint={t('shared.alias.hint', { owner: owner.name, name: file.name })}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t('shared.alias')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
