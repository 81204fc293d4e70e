export const texts = {
  'visit.email.title': 'Your e-mail address',
  'visit.email.hint':
    'Whoever asks for the files wants to know who sends them. We send you a code to confirm your address.',
  'visit.email': 'E-mail',
  'visit.email.empty': 'Type your e-mail address.',
  'visit.email.wrong': 'This does not look like an e-mail address.',
  'visit.email.undelivered': 'No mail can be delivered to this address. Check it.',
  'visit.email.send': 'Send me a code',
  'visit.email.other': 'Use another address',
  'visit.email.noMail': 'This server cannot send mail now. Tell whoever sent you the link.',
} as const
