import type { texts as english } from '../en/drive-offers.ts'

export const texts: Record<keyof typeof english, string> = {
  'offer.title': '转交“{name}”',
  'offer.title.some': '{count, plural, other {转交 # 个项目}}',
  'offer.text': '对方在 14 天内接受后即成为所有者。已有访问权限的人保留权限，链接将失效。',
  'offer.person': '新所有者',
  'offer.note': '留言（可选）',
  'offer.keep': '之后我仍可编辑',
  'offer.do': '发起转交',
  'offer.done': '已向{name}发起转交。',
  'offer.one': '请选择一位拥有账号的人。',
  'offer.overlap': '它、它上层的文件夹或其中的内容已在转交中。请先撤回那次转交。',
  'offer.limit': '待答复的转交过多。请等待部分得到答复。',
  'offer.failed': '无法转交{name}。{reason}',
  'offer.open': '待答复的转交',
  'offer.gone': '回收站中的内容',
  'offer.to': '转交给{name}，截至{day}',
  'offer.takeBack': '撤回',
  'offer.takeBack.of': '撤回“{name}”的转交',
  'offer.takenBack': '已撤回转交。',
}
