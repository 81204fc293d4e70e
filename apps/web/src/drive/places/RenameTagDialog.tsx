import { MAX_TAG_CHARACTERS } from '@awan/protocol'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

export function RenameTagDialog({
  tag,
  others,
  onName,
  onClose,
}: {
  tag: string
  /** In use: a tag that is called like one of them becomes one with it. */
  others: readonly string[]
  onName: (name: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const [name, setName] = useState(tag)
  const [problem, setProblem] = useState<string>()
  const wanted = name.trim().normalize('NFC')
  const isJoined = wanted !== tag && others.includes(wanted)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (wanted === '') return setProblem(t('new.folder.missing'))
    onName(wanted)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('tag.rename.title', { tag })}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('tag.name')}
          autoComplete="off"
          autoFocus
          maxLength={MAX_TAG_CHARACTERS}
          onFocus={({ target }) => target.select()}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setProblem(undefined)
          }}
          error={problem}
          hint={isJoined ? t('tag.rename.joined') : undefined}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit">{t('tag.rename')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
