import type { NameConflict } from '@awan/client/upload-manager'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { isFurtherClick } from '../../ui/whole-double-click.ts'
import { TakenSides } from './TakenSides.tsx'
import { useUploads } from './UploadsProvider.tsx'
import { nameOf } from './upload-news.ts'

/** The three ways out of a taken name, for this one or for all. */
export function TakenName({ asked, count }: { asked: NameConflict; count: number }) {
  const t = useTexts()
  const uploads = useUploads()
  const [isForAll, setForAll] = useState(false)
  const name = nameOf(asked.path)
  const ways = [
    ['rename', t('upload.keepBoth')],
    ['replace', t('upload.replace')],
    ['skip', t('upload.skip')],
  ] as const
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-accent-soft px-4 py-3 text-sm">
      <p className="text-accent-ink">
        <span translate="no" className="font-semibold break-all">
          {name}
        </span>{' '}
        {t('upload.taken')}
      </p>
      <TakenSides asked={asked} />
      <div className="flex flex-wrap gap-1.5">
        {ways.map(([choice, label]) => (
          <Button
            key={choice}
            look="quiet"
            size="small"
            aria-label={isForAll ? label : `${label}: ${name}`}
            // The next question is at the same place.
            onClick={(event) => {
              if (!isFurtherClick(event)) uploads.answer(choice, isForAll)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      {count > 1 ? (
        <Checkbox
          label={t('upload.forAll', { count })}
          checked={isForAll}
          onChange={(event) => setForAll(event.target.checked)}
        />
      ) : null}
    </div>
  )
}
