export const texts = {
  'offer.title': 'Hand over “{name}”',
  'offer.title.some': '{count, plural, one {Hand over # item} other {Hand over # items}}',
  'offer.text':
    'The person becomes the owner by accepting, within 14 days. People who have access keep it, and links end.',
  'offer.person': 'New owner',
  'offer.note': 'Message (optional)',
  'offer.keep': 'I can edit it afterwards',
  'offer.do': 'Offer',
  'offer.done': 'Offered to {name}.',
  'offer.one': 'Choose one person with an account.',
  'offer.overlap':
    'It is offered already, or a folder above it or something in it. Take that offer back first.',
  'offer.limit': 'Too many offers are open. Wait until some are answered.',
  'offer.failed': '{name} could not be offered. {reason}',
  'offer.open': 'Open offers',
  'offer.gone': 'Something in the trash',
  'offer.to': 'To {name}, until {day}',
  'offer.takeBack': 'Take back',
  'offer.takeBack.of': 'Take back the offer of {name}',
  'offer.takenBack': 'The offer was taken back.',
} as const
