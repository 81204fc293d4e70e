import type { texts as english } from '../en/drive-inbox.ts'

export const texts: Record<keyof typeof english, string> = {
  'inbox.empty': 'Peti masuk anda kosong',
  'inbox.empty.hint':
    'Apabila seseorang berkongsi sesuatu dengan anda, menghantar fail ke folder serahan anda, atau meminta akses daripada anda, anda membacanya di sini.',
  'inbox.list': 'Mesej',
  'inbox.markAll': 'Tandakan semua sudah dibaca',
  'inbox.new': 'Baharu',
  'inbox.delete': 'Padam mesej: {text}',
  'inbox.more': 'Tunjukkan lagi',
  'inbox.somebody': 'Seseorang',
  'inbox.from': 'Daripada {names}',
  'inbox.shared_with_you': '{name} berkongsi “{file}” dengan anda',
  'inbox.shared_with_you.hidden': '{name} berkongsi sesuatu yang tidak lagi dapat anda lihat',
  'inbox.role_changed': '{name} mengubah peranan anda dalam “{file}”',
  'inbox.role_changed.hidden':
    '{name} mengubah peranan anda dalam item yang tidak lagi dapat anda lihat',
  'inbox.access_ended': '{name} menamatkan akses anda kepada “{file}”',
  'inbox.access_ended.hidden':
    '{name} menamatkan akses anda kepada item yang pernah dikongsi dengan anda',
  'inbox.drop_arrived': '{count, plural, other {# fail telah tiba dalam “{file}”}}',
  'inbox.drop_arrived.hidden':
    'Fail telah tiba dalam folder serahan yang tidak lagi dapat anda lihat',
  'inbox.access_asked': '{name} meminta akses kepada “{file}”',
  'inbox.access_asked.hidden': '{name} meminta akses kepada item yang tidak lagi dapat anda lihat',
  'inbox.role': 'Peranan untuk {name}',
  'inbox.grant': 'Benarkan',
  'inbox.decline': 'Tolak',
  'inbox.granted': 'Dibenarkan',
  'inbox.declined': 'Ditolak',
  'inbox.mails': 'E-mel',
  'inbox.mails.hint':
    'Pilih bila anda turut menerima e-mel. Mesej yang sudah anda baca tidak dihantar.',
  'inbox.mails.shared_with_you': 'Sesuatu dikongsi dengan anda',
  'inbox.mails.role_changed': 'Peranan anda diubah',
  'inbox.mails.access_ended': 'Akses anda tamat',
  'inbox.mails.drop_arrived': 'Fail tiba dalam folder serahan anda',
  'inbox.mails.access_asked': 'Seseorang meminta akses daripada anda',
  'inbox.mail.at_once': 'Serta-merta',
  'inbox.mail.daily': 'Sekali sehari',
  'inbox.mail.never': 'Tidak pernah',
  'ask.access': 'Minta akses',
  'ask.message': 'Mesej (pilihan)',
  'ask.hint': 'Orang yang menguruskannya melihat nama dan mesej anda.',
  'ask.send': 'Hantar permintaan',
  'ask.sent': 'Permintaan anda sedang dihantar. Jika dibenarkan, anda menemuinya dalam peti masuk.',
}
