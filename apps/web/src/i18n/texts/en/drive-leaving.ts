export const texts = {
  'leaving.title': 'What others will lose',
  'leaving.intro':
    'Everything that you share ends with your account. What others still need can move to a team drive first.',
  'leaving.none': 'You share nothing, and every team drive has another manager.',
  'leaving.with': 'Shared with {names}',
  'leaving.link': 'anyone with the link',
  'leaving.elsewhere': 'In a drive that stays: only this access ends',
  'leaving.choose': 'Choose {name}',
  'leaving.more': 'Show more',
  'leaving.move':
    '{count, plural, =0 {Move to a team drive} one {Move # item to a team drive} other {Move # items to a team drive}}',
  'leaving.offer':
    '{count, plural, =0 {Hand over to a person} one {Hand over # item to a person} other {Hand over # items to a person}}',
  'leaving.move.title': 'Move to a team drive',
  'leaving.move.text':
    'Its members get access, and it stays when you leave. Share it again there with everybody else who needs it.',
  'leaving.move.to': 'Team drive',
  'leaving.move.nowhere':
    'You are not in a team drive where you can add files. Ask an administrator of this server to create one.',
  'leaving.move.do': '{count, plural, one {Move # item} other {Move # items}}',
  'leaving.move.busy': 'Moving to {name}',
  'leaving.move.keep': 'You can close this. The server goes on moving.',
  'leaving.moved': '{count, plural, one {# item was moved.} other {# items were moved.}}',
  'leaving.move.failed': '{name} could not be moved. {reason}',
  'leaving.move.failed.all': 'The items could not be moved. {reason}',
  'leaving.move.cancelled': 'The move was cancelled. What was moved already is in the team drive.',
  'leaving.drives': 'Team drives that only you manage',
  'leaving.drives.text':
    'They stay, but without a manager nobody can add members or empty their trash.',
  'leaving.appoint': 'Appoint manager',
  'leaving.appoint.of': 'Appoint another manager of {name}',
  'leaving.appoint.text':
    'A manager can do everything in the team drive, also share and delete it.',
  'leaving.appoint.do': 'Make manager',
  'leaving.appoint.account': 'Only people with an account and groups can be managers: {name}',
  'leaving.appointed': '{name} has another manager now.',
} as const
