import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { useFolderName } from './ArrivedAt.tsx'
import { ChooseAgain } from './ChooseAgain.tsx'
import type { KeptAddition } from './kept-additions.ts'
import { useUploads } from './UploadsProvider.tsx'

/** What an earlier page began: it goes on where it was, once the files can be read again. */
export function LeftUploads({
  left,
  isAlone,
}: {
  left: readonly KeptAddition[]
  isAlone: boolean
}) {
  const t = useTexts()
  return (
    <div
      className={`max-h-[50dvh] overflow-y-auto px-4 py-3 ${isAlone ? '' : 'border-t border-line'}`}
    >
      <h2 className="font-semibold">{t('upload.interrupted')}</h2>
      <ul className="flex flex-col gap-4 pt-1">
        {left.map((addition) => (
          <LeftUpload key={addition.id} addition={addition} />
        ))}
      </ul>
    </div>
  )
}

function LeftUpload({ addition }: { addition: KeptAddition }) {
  const t = useTexts()
  const uploads = useUploads()
  const handleError = useErrorHandler()
  const name = useFolderName(addition.folderId)
  const [areOthers, setOthers] = useState(false)
  const { id, hasHandles, done, total, hasFiles, hasFolders } = addition
  const goOnWith = (files: readonly File[]) =>
    void uploads.goOnWith(id, files).then((found) => setOthers(found === 0), handleError)
  return (
    <li className="flex flex-col gap-2 text-sm">
      <p className="text-muted tabular-nums">
        {name === undefined
          ? t('upload.arrived', { done, total })
          : t('upload.arrivedIn', { done, total, name })}{' '}
        {hasHandles ? t('upload.goOn.hint') : t('upload.choose.hint')}
      </p>
      {areOthers ? <p className="text-danger">{t('upload.choose.others')}</p> : null}
      <div className="flex flex-wrap gap-1.5">
        {hasHandles ? (
          <Button size="small" onClick={() => void uploads.goOn(id).catch(handleError)}>
            {t('upload.goOn')}
          </Button>
        ) : null}
        {!hasHandles && hasFolders ? (
          <ChooseAgain isFolder label={t('upload.choose.folder')} onChosen={goOnWith} />
        ) : null}
        {!hasHandles && (hasFiles || !hasFolders) ? (
          <ChooseAgain label={t('upload.choose.files')} onChosen={goOnWith} />
        ) : null}
        <Button
          look="quiet"
          size="small"
          onClick={() => void uploads.forget(id).catch(handleError)}
        >
          {t('upload.discard')}
        </Button>
      </div>
    </li>
  )
}
