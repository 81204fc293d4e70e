import type { AccountEventType } from '@awan/protocol/account'
import {
  AppWindow,
  Archive,
  CircleUserRound,
  KeyRound,
  LifeBuoy,
  Link2,
  LockKeyhole,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  ShieldAlert,
  ShieldCheck,
  Sparkles,
  Trash2,
  UserCog,
} from 'lucide-react'
import type { PlainTextKey } from '../../i18n/keys.ts'

export interface EventWords {
  text: Extract<PlainTextKey, `event.${string}`>
  icon: LucideIcon
  /** Something that its owner should look at. */
  isAlarming?: true
}

/** What happened in words. An event that is newer than this page is told without saying what it was. */
export function eventWords(type: string): EventWords {
  if (Object.hasOwn(words, type)) return words[type as AccountEventType]
  return { text: 'event.other', icon: CircleUserRound }
}

const words: Readonly<Record<AccountEventType, EventWords>> = {
  'account.signed_up': { text: 'event.signed_up', icon: Sparkles },
  'account.administrator_appointed': { text: 'event.administrator_appointed', icon: UserCog },
  'account.administrator_dismissed': { text: 'event.administrator_dismissed', icon: UserCog },
  'account.signed_in': { text: 'event.signed_in', icon: LogIn },
  'account.sign_in_failed': alarm('event.sign_in_failed'),
  'account.signed_out': { text: 'event.signed_out', icon: LogOut },
  'account.token_revoked': { text: 'event.token_revoked', icon: LogOut },
  'account.token_reuse_detected': alarm('event.token_reuse_detected'),
  'account.code_reuse_detected': alarm('event.code_reuse_detected'),
  'account.app_authorized': { text: 'event.app_authorized', icon: AppWindow },
  'account.app_revoked': { text: 'event.app_revoked', icon: AppWindow },
  'account.device_authorized': { text: 'event.device_authorized', icon: MonitorSmartphone },
  'account.device_refused': { text: 'event.device_refused', icon: MonitorSmartphone },
  'account.sudo_granted': { text: 'event.sudo_granted', icon: ShieldCheck },
  'account.sudo_refused': alarm('event.sudo_refused'),
  'account.password_changed': { text: 'event.password_changed', icon: LockKeyhole },
  'account.two_factor_enabled': { text: 'event.two_factor_enabled', icon: ShieldCheck },
  'account.two_factor_disabled': { text: 'event.two_factor_disabled', icon: ShieldCheck },
  'account.two_factor_failed': alarm('event.two_factor_failed'),
  'account.recovery_codes_renewed': { text: 'event.recovery_codes_renewed', icon: LifeBuoy },
  'account.recovery_code_used': { text: 'event.recovery_code_used', icon: LifeBuoy },
  'account.device_trusted': { text: 'event.device_trusted', icon: MonitorSmartphone },
  'account.device_trust_revoked': { text: 'event.device_trust_revoked', icon: MonitorSmartphone },
  'account.passkey_added': { text: 'event.passkey_added', icon: KeyRound },
  'account.passkey_removed': { text: 'event.passkey_removed', icon: KeyRound },
  'account.passkey_copy_suspected': alarm('event.passkey_copy_suspected'),
  'account.app_password_created': { text: 'event.app_password_created', icon: KeyRound },
  'account.app_password_revoked': { text: 'event.app_password_revoked', icon: KeyRound },
  'account.provider_bound': { text: 'event.provider_bound', icon: Link2 },
  'account.provider_unbound': { text: 'event.provider_unbound', icon: Link2 },
  'account.provider_lost': { text: 'event.provider_lost', icon: Link2 },
  'account.session_ended': { text: 'event.session_ended', icon: LogOut },
  'account.password_reset': { text: 'event.password_reset', icon: LockKeyhole },
  'account.profile_changed': { text: 'event.profile_changed', icon: CircleUserRound },
  'account.contact_changed': { text: 'event.contact_changed', icon: Mail },
  'account.contact_lost': { text: 'event.contact_lost', icon: Mail },
  'account.deletion_requested': { text: 'event.deletion_requested', icon: Trash2 },
  'account.deletion_cancelled': { text: 'event.deletion_cancelled', icon: Sparkles },
  'account.deleted': { text: 'event.deleted', icon: Trash2 },
  'account.anonymous_upgraded': { text: 'event.anonymous_upgraded', icon: Sparkles },
  'account.anonymous_merged': { text: 'event.anonymous_merged', icon: Sparkles },
  'account.export_requested': { text: 'event.export_requested', icon: Archive },
  'account.export_downloaded': { text: 'event.export_downloaded', icon: Archive },
  'account.password_reset_demanded': { text: 'event.password_reset_demanded', icon: LockKeyhole },
  'account.sessions_ended': { text: 'event.sessions_ended', icon: LogOut },
  'account.frozen': { text: 'event.frozen', icon: UserCog },
  'account.blocked': { text: 'event.blocked', icon: UserCog },
  'account.put_under_review': { text: 'event.put_under_review', icon: UserCog },
  'account.approved': { text: 'event.approved', icon: UserCog },
  'account.released': { text: 'event.released', icon: UserCog },
  'account.inspected': { text: 'event.inspected', icon: UserCog },
  'account.deletion_decided': { text: 'event.deletion_decided', icon: UserCog },
  'account.quota_changed': { text: 'event.quota_changed', icon: UserCog },
  // What an administrator does stands in their own history.
  'app.registered': { text: 'event.app_registered', icon: UserCog },
  'app.changed': { text: 'event.app_changed', icon: UserCog },
  'app.secret_renewed': { text: 'event.app_secret_renewed', icon: UserCog },
  'app.removed': { text: 'event.app_removed', icon: UserCog },
  'team_drive.created': { text: 'event.team_drive_created', icon: UserCog },
  'team_drive.changed': { text: 'event.team_drive_changed', icon: UserCog },
  'team_drive.manager_appointed': { text: 'event.team_drive_manager_appointed', icon: UserCog },
  'team_drive.removed': { text: 'event.team_drive_removed', icon: UserCog },
  'group.created': { text: 'event.group_created', icon: UserCog },
  'group.renamed': { text: 'event.group_renamed', icon: UserCog },
  'group.removed': { text: 'event.group_removed', icon: UserCog },
  'group.member_added': { text: 'event.group_member_added', icon: UserCog },
  'group.member_removed': { text: 'event.group_member_removed', icon: UserCog },
  'link.revoked': { text: 'event.link_revoked', icon: UserCog },
  'link_policy.changed': { text: 'event.link_policy_changed', icon: UserCog },
  'provider.changed': { text: 'event.provider_changed', icon: UserCog },
  'provider.removed': { text: 'event.provider_removed', icon: UserCog },
  'webhook.created': { text: 'event.webhook_created', icon: UserCog },
  'webhook.changed': { text: 'event.webhook_changed', icon: UserCog },
  'webhook.secret_renewed': { text: 'event.webhook_secret_renewed', icon: UserCog },
  'webhook.removed': { text: 'event.webhook_removed', icon: UserCog },
  'webhook.disabled': { text: 'event.webhook_disabled', icon: UserCog },
}

function alarm(text: EventWords['text']): EventWords {
  return { text, icon: ShieldAlert, isAlarming: true }
}
