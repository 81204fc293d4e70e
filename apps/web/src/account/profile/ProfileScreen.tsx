import { isAnonymousSub } from '@awan/client'
import type { Profile } from '@awan/protocol/account'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMe } from '../../session/use-me.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { ContactsSection } from '../contacts/ContactsSection.tsx'
import { Loaded } from '../rooms/Loaded.tsx'
import { EditDialog } from './EditDialog.tsx'
import { PictureRow } from './PictureRow.tsx'
import { useEdits } from './use-edits.tsx'

/** Who the person is here and how they are reached. */
export function ProfileScreen() {
  const t = useTexts()
  return (
    <CentrePage title={t('centre.profile')} intro={t('profile.intro')}>
      <Loaded query={useMe()} rows={6}>
        {(me) => (
          <>
            <AboutSection me={me} />
            {/* Who is here without an account gets these with one. */}
            {isAnonymousSub(me.sub) ? null : <ContactsSection me={me} />}
          </>
        )}
      </Loaded>
    </CentrePage>
  )
}

function AboutSection({ me }: { me: Profile }) {
  const t = useTexts()
  const rows = useEdits(me)
  const [editing, setEditing] = useState<string>()
  const open = rows.find(({ id }) => id === editing)
  return (
    <Section title={t('profile.about')}>
      <PictureRow me={me} />
      {rows.map(({ id, shown, edit: { label } }) => (
        <SettingRow
          key={id}
          label={label}
          value={shown ?? <span className="font-normal text-muted">{t('profile.notSet')}</span>}
          action={
            <RowButton
              aria-label={t('profile.edit.what', { what: label })}
              onClick={() => setEditing(id)}
            >
              {t('profile.edit')}
            </RowButton>
          }
        />
      ))}
      {open ? <EditDialog edit={open.edit} onClose={() => setEditing(undefined)} /> : null}
    </Section>
  )
}
