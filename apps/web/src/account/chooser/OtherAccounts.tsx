import { useNavigate } from '@tanstack/react-router'
import { UserRoundPlus, UsersRound } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSwitchAccount } from '../../session/SignOut.tsx'
import { useKeptAccounts } from '../../session/use-kept-accounts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { MenuItem, MenuLine } from '../../ui/Menu.tsx'

/** The part of the account menu that leads to the other accounts of this browser. */
export function OtherAccounts() {
  const t = useTexts()
  const navigate = useNavigate()
  const switchTo = useSwitchAccount()
  const others = useKeptAccounts().filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      {others.map(({ sub, isAnonymous, ...person }) => {
        const name = isAnonymous ? t('account.guest') : (person.name ?? t('account.title'))
        return (
          <MenuItem key={sub} onSelect={() => void switchTo(sub)}>
            <span className="flex items-center gap-3 py-1">
              <Avatar name={name} picture={person.picture} />
              <span className="min-w-0">
                <span className="sr-only">{t('account.others')} </span>
                <span className="block max-w-48 truncate font-medium">{name}</span>
                {person.contact === undefined ? null : (
                  <span className="block max-w-48 truncate text-sm text-muted">
                    {person.contact}
                  </span>
                )}
              </span>
            </span>
          </MenuItem>
        )
      })}
      <MenuItem
        icon={UserRoundPlus}
        onSelect={() => void navigate({ to: '/signin', search: { add: true } })}
      >
        {t('account.add')}
      </MenuItem>
      {others.length > 0 ? (
        <MenuItem icon={UsersRound} onSelect={() => void navigate({ to: '/accounts' })}>
          {t('account.all')}
        </MenuItem>
      ) : null}
      <MenuLine />
    </>
  )
}
