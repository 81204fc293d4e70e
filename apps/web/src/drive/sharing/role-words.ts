import type { File, GrantRole, LinkRole } from '@awan/protocol/drive'
import type { Translate } from '../../i18n/keys.ts'
import type { Choice } from '../../ui/choices.ts'

const forPeople = ['viewer', 'contributor', 'editor', 'manager', 'drop'] as const
const forLinks = ['viewer', 'contributor', 'editor', 'drop'] as const

/** A drop folder is a folder, and nobody can add anything to a file. */
function fits(role: GrantRole, { kind }: Pick<File, 'kind'>): boolean {
  return kind === 'folder' || role !== 'drop'
}

export function roleChoices(file: Pick<File, 'kind'>, t: Translate): Choice<GrantRole>[] {
  return forPeople.filter((role) => fits(role, file)).map((role) => toChoice(role, t))
}

export function linkRoleChoices(file: Pick<File, 'kind'>, t: Translate): Choice<LinkRole>[] {
  return forLinks.filter((role) => fits(role, file)).map((role) => toChoice(role, t))
}

function toChoice<Role extends GrantRole>(value: Role, t: Translate): Choice<Role> {
  return { value, label: t(`share.role.${value}`) }
}
