import { Link } from '@tanstack/react-router'
import { ArrowRight, Clock } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout } from '../EntranceLayout.tsx'
import { useMerge } from './use-merge.ts'

/** Somebody signed in who has files as a guest of this browser: what is to become of them. */
export function MergeScreen() {
  const t = useTexts()
  const { account, isBusy, problem, bring } = useMerge()
  usePageTitle(t('merge.page'), t('app.name'))
  if (problem === 'gone') {
    return (
      <EntranceLayout>
        <EntranceHeading title={t('merge.gone.title')} takesFocus>
          {t('merge.gone.text')}
        </EntranceHeading>
        <Link to="/files" className={buttonClass({ size: 'large' })}>
          {t('merge.toFiles')}
        </Link>
      </EntranceLayout>
    )
  }
  return (
    <EntranceLayout>
      <EntranceHeading title={t('merge.title')} takesFocus>
        {t('merge.subtitle')}
      </EntranceHeading>
      <ul className="mb-6 flex flex-col gap-3.5">
        <li className="flex gap-3">
          <ArrowRight aria-hidden="true" className={icon} strokeWidth={1.75} />
          {account === undefined ? (
            <Skeleton className="h-5 w-full" />
          ) : (
            <span>{t('merge.to', { account, folder: t('merge.folder') })}</span>
          )}
        </li>
        <li className="flex gap-3">
          <Clock aria-hidden="true" className={icon} strokeWidth={1.75} />
          <span>{t('merge.stay')}</span>
        </li>
      </ul>
      <div className="flex flex-col gap-3">
        <div role="status" className="contents">
          {problem === 'full' && account !== undefined ? (
            <p className="text-sm text-danger">{t('merge.full', { account })}</p>
          ) : null}
        </div>
        <Button size="large" busy={isBusy} onClick={() => bring(t('merge.folder'))}>
          {t('merge.bring')}
        </Button>
        <Link to="/files" className={buttonClass({ size: 'large', look: 'quiet' })}>
          {t('merge.leave')}
        </Link>
      </div>
    </EntranceLayout>
  )
}

const icon = 'mt-px size-4.5 shrink-0 text-accent'
