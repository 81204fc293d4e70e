import { Suspense, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout } from '../EntranceLayout.tsx'
import { obstaclePart } from '../sign-in/obstacle-part.ts'
import { takeReturn } from './returned-visit.ts'
import { useProviderReturn } from './use-provider-return.ts'

/** Where third parties send people back to. */
export function ProviderReturnScreen() {
  const t = useTexts()
  const [returned] = useState(takeReturn)
  const { outcome, obstacle, visit, meet, again, leave } = useProviderReturn(returned)
  usePageTitle(t('signIn.page'), t('app.name'))
  if (obstacle) {
    return (
      <EntranceLayout>
        <Suspense>
          <obstaclePart.Part
            obstacle={obstacle}
            search={visit?.from === undefined ? {} : { from: visit.from }}
            onMeet={meet}
            onRestart={leave}
          />
        </Suspense>
      </EntranceLayout>
    )
  }
  if (outcome === 'working') {
    return (
      <EntranceLayout>
        <EntranceHeading title={t('signIn.provider.working')} takesFocus>
          {visit?.providerName}
        </EntranceHeading>
        <Skeleton className="h-11 w-full" />
      </EntranceLayout>
    )
  }
  return (
    <EntranceLayout>
      <EntranceHeading title={t('signIn.provider.failed')} takesFocus>
        {visit && outcome !== 'unknown'
          ? t(`signIn.provider.${outcome}.text`, { name: visit.providerName })
          : t('signIn.provider.unknown.text')}
      </EntranceHeading>
      <div className="flex flex-col gap-3">
        {visit ? (
          <Button size="large" onClick={() => again(visit)}>
            {t('app.retry')}
          </Button>
        ) : null}
        <Button look={visit ? 'quiet' : 'primary'} size="large" onClick={leave}>
          {t('signIn.provider.back')}
        </Button>
      </div>
    </EntranceLayout>
  )
}
