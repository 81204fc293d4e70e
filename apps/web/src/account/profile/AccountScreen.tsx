import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useLanguageChoice } from '../../session/LanguageChoices.tsx'
import { useSignOut } from '../../session/SignOut.tsx'
import { useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChoiceList } from '../../ui/ChoiceList.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { useThemeChoice } from './use-theme-choice.ts'

/** The menu of the person as a page of its own: what a phone shows under Account. */
export function AccountScreen({ storage }: { storage: ReactNode }) {
  const t = useTexts()
  const { data: me } = useMe()
  const signOut = useSignOut()
  const language = useLanguageChoice()
  const theme = useThemeChoice()
  usePageTitle(t('account.title'), t('app.name'))
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-4 px-4 pt-5 pb-10 md:px-6 md:pt-7">
        <h1 className="text-lg font-bold tracking-[-0.01em] md:text-2xl">{t('account.title')}</h1>
        <div className="flex items-center gap-4">
          <Avatar name={me?.name} large />
          <div className="min-w-0 flex-1">
            {me ? (
              <>
                <p className="truncate text-lg font-semibold">{me.name}</p>
                <p className="truncate text-muted">{me.email ?? me.phone_number}</p>
              </>
            ) : (
              <>
                <Skeleton className="h-5 w-36" />
                <Skeleton className="mt-2 h-4 w-48" />
              </>
            )}
          </div>
        </div>
        <section className="rounded-lg border border-line bg-surface p-4">{storage}</section>
        <ChoiceList {...theme} />
        <ChoiceList {...language} />
        <Button look="quiet" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          {t('account.signOut')}
        </Button>
      </div>
    </div>
  )
}
