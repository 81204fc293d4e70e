import type { texts as english } from '../en/visit-email.ts'

export const texts: Record<keyof typeof english, string> = {
  'visit.email.title': 'Alamat email Anda',
  'visit.email.hint':
    'Yang meminta berkas ingin tahu siapa pengirimnya. Kami mengirim kode untuk mengonfirmasi alamat Anda.',
  'visit.email': 'Email',
  'visit.email.empty': 'Ketik alamat email Anda.',
  'visit.email.wrong': 'Ini tidak tampak seperti alamat email.',
  'visit.email.undelivered': 'Email tidak dapat dikirim ke alamat ini. Periksa alamatnya.',
  'visit.email.send': 'Kirim kode',
  'visit.email.other': 'Gunakan alamat lain',
  'visit.email.noMail':
    'Server ini tidak dapat mengirim email sekarang. Beri tahu pengirim tautan.',
}
