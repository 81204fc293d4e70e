/** Somebody has a role on a node, and on all that is below it. It belongs to the drive that it opens. */
export interface GrantRow {
  drive_id: string
  id: string
  node_id: string
  /**
   * `person:` and a sub, `group:` and an id, `email:` and an address for whoever has proven it, or `link`
   * for anyone with the link.
   */
  grantee: string
  role: 'manager' | 'editor' | 'contributor' | 'viewer' | 'drop'
  /** Whose rights bound it: who granted it. */
  created_by: string
  created_at: number
  /** Null where it does not end by itself. */
  expires_at: number | null
  /** Raised by every change that ends what was made from it: visits, signed links. */
  epoch: number
  /** What the granter wrote to the grantee; of a link, to those who manage it. */
  note: string | null
  /** By which clients that sync know it; null until one of them asks. */
  number?: number | null | undefined
}

/** Raised whenever a grant of this grantee changes, in any drive. */
export interface GranteeSeqRow {
  grantee: string
  seq: number
}

/** What a link allows beside its grant, of which it is a part. */
export interface LinkRow {
  drive_id: string
  grant_id: string
  /** SHA-256 of the token: whoever reads the table cannot open a link. */
  token_hash: string
  /** The token itself, for those who manage the link; only the server can read it. */
  sealed_token: string
  /** The token, where somebody has chosen it. */
  custom_name: string | null
  password_hash: string | null
  label: string | null
  allows_download: number
  download_limit: number | null
  asks_name: number
  max_file_bytes: number | null
  max_total_bytes: number | null
  /** All that has arrived by the link, also what is gone since. */
  received_bytes: number
  /** A JSON list; null where all types are welcome. */
  types: string | null
  /** When nothing arrives any more. */
  deadline: number | null
  /** Whether visitors prove a mail address before they come in. */
  asks_email: number
  /** When its owner and its maker get mails about what arrives; null as they have chosen for all. */
  arrival_mail: 'at_once' | 'daily' | 'never' | null
}

/** A visitor of a link who is known by name. */
export interface LinkVisitorRow {
  drive_id: string
  grant_id: string
  visitor_id: string
  name: string
  /** Of a visitor who was signed in. */
  sub: string | null
  seen_at: number
  /** Proven by a code. */
  email: string | null
}

/** A visitor downloads something by a link: at first a place is held, and counts once all was sent. */
export interface LinkDownloadRow {
  drive_id: string
  grant_id: string
  visitor_id: string
  /** One version of a file, or one archive. */
  item: string
  held_until: number
  completed_at: number | null
}

/** A file that a visitor has sent by a link. */
export interface LinkArrivalRow {
  drive_id: string
  grant_id: string
  node_id: string
  visitor_id: string
  arrived_at: number
}

/** What administrators have decided about all links. */
export interface LinkPolicyRow {
  name: string
  is_on: number
  needs_password: number
  /** Null is no limit. */
  max_days: number | null
  /** Whether a custom name needs no password. */
  open_names: number
}

/** A person's own name for what is shared with them; nobody else sees it. It goes with the grant. */
export interface ShareAliasRow {
  drive_id: string
  grant_id: string
  person_sub: string
  alias: string
}

/** What one person is told about one node. Names are looked up when it is read: they may have been hidden since. */
export interface InboxMessageRow {
  drive_id: string
  id: string
  person_sub: string
  kind:
    | 'shared_with_you'
    | 'role_changed'
    | 'access_ended'
    | 'drop_arrived'
    | 'access_asked'
    | 'transfer_offered'
    | 'transfer_answered'
    | 'manager_appointed'
  node_id: string
  /** Null for the server itself, and for visitors of a link. */
  actor_sub: string | null
  role: GrantRow['role'] | null
  /** Of arrivals: how many files. */
  amount: number | null
  /** Of arrivals: a JSON list of names that visitors have given. */
  senders: string | null
  /** Of a request or an offer: what the person wrote. Of an answer to an offer: the name of what was offered. */
  text: string | null
  /** Of a request for access, an offer and the answer to one. */
  state: 'open' | 'granted' | 'accepted' | 'declined' | null
  began_at: number
  /** Of arrivals: of the last one. */
  created_at: number
  read_at: number | null
  /** When a mail is due; null where none is, or it was sent. */
  mail_at: number | null
}

/** The last word about a share with a group, until all of its people were told. */
export interface GroupMessageRow {
  drive_id: string
  node_id: string
  group_id: string
  id: string
  kind: 'shared_with_you' | 'role_changed' | 'access_ended'
  role: GrantRow['role'] | null
  /** Null for the server itself. */
  actor_sub: string | null
  /** Of the drive: nobody tells them. */
  owner_sub: string
  at: number
  /** The last of the group, in the order of their subs, who was told; empty at first. */
  told_to: string
}

/** When a person gets mails for one kind of message; without a row, when most people want them. */
export interface InboxSettingRow {
  person_sub: string
  kind: InboxMessageRow['kind']
  mail: 'at_once' | 'daily' | 'never'
}

/** A node that somebody wants to hand over to another person. It is open until `task_id` is set, or it expires. */
export interface OfferRow {
  /** Where the node is. */
  drive_id: string
  id: string
  node_id: string
  from_sub: string
  to_sub: string
  note: string | null
  /** 1 where the giver becomes an editor. */
  keeps_editing: number
  /** The grant that lets the receiver look at the node; null where they see it anyway. */
  grant_id: string | null
  created_at: number
  expires_at: number
  /** The move that hands it over; null while it is open. */
  task_drive_id: string | null
  task_id: string | null
}
