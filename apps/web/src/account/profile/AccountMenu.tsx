import { useNavigate } from '@tanstack/react-router'
import { LogOut, ShieldUser, UserRound } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSession } from '../../session/ClientProvider.tsx'
import { useLanguageChoice } from '../../session/LanguageChoices.tsx'
import { useSignOut } from '../../session/SignOut.tsx'
import { isAdministrator, useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { useThemeChoice } from '../appearance/use-theme-choice.ts'
import { OtherAccounts } from '../chooser/OtherAccounts.tsx'

/** Who is here, how the page speaks and looks, and the way out. */
export function AccountMenu() {
  const t = useTexts()
  const { data: me } = useMe()
  const session = useSession()
  const isGuest = session.status === 'signed-in' && session.isAnonymous
  const name = isGuest ? t('account.guest') : me?.name
  const signOut = useSignOut()
  const navigate = useNavigate()
  const language = useLanguageChoice()
  const theme = useThemeChoice()
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={name ? `${t('account.menu')}: ${name}` : t('account.menu')}
          className="rounded-full"
        >
          <Avatar name={name} picture={me?.picture} />
        </button>
      }
    >
      {me ? (
        <MenuHeading>
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-sm text-muted">{me.email ?? me.phone_number}</span>
        </MenuHeading>
      ) : null}
      <MenuItem icon={UserRound} onSelect={() => void navigate({ to: '/account' })}>
        {t('account.manage')}
      </MenuItem>
      {me && isAdministrator(me) ? (
        <MenuItem icon={ShieldUser} onSelect={() => void navigate({ to: '/admin' })}>
          {t('account.administration')}
        </MenuItem>
      ) : null}
      <MenuLine />
      <OtherAccounts />
      <MenuChoices {...theme} />
      <MenuLine />
      <MenuChoices {...language} />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {t('account.signOut')}
      </MenuItem>
    </Menu>
  )
}
