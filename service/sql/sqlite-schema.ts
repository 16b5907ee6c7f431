/**
 * The schema of a new SQLite database: the tables that the migrations create, and their first rows. `npm run schema`
 * writes this file from the migrations.
 */
export const SQLITE_SCHEMA = `
CREATE TABLE "migrations" (
  migration_id integer PRIMARY KEY NOT NULL,
  created_at datetime NOT NULL DEFAULT current_timestamp,
  name VARCHAR(255) NOT NULL
);
CREATE TABLE installation (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  server_secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
, secrets_key_id TEXT) STRICT;
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  description TEXT NOT NULL,
  is_production_mode INTEGER NOT NULL CHECK (is_production_mode IN (0, 1)),
  created_at INTEGER NOT NULL
, logo_url TEXT, logo_dark_mode_url TEXT) STRICT;
CREATE TABLE project_configs (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL UNIQUE REFERENCES projects (id) ON DELETE CASCADE,
  sign_up_enabled INTEGER NOT NULL CHECK (sign_up_enabled IN (0, 1)),
  credential_enabled INTEGER NOT NULL CHECK (credential_enabled IN (0, 1)),
  magic_link_enabled INTEGER NOT NULL CHECK (magic_link_enabled IN (0, 1)),
  passkey_enabled INTEGER NOT NULL CHECK (passkey_enabled IN (0, 1)),
  client_team_creation_enabled INTEGER NOT NULL CHECK (client_team_creation_enabled IN (0, 1)),
  client_user_deletion_enabled INTEGER NOT NULL CHECK (client_user_deletion_enabled IN (0, 1)),
  create_team_on_sign_up INTEGER NOT NULL CHECK (create_team_on_sign_up IN (0, 1)),
  allow_localhost INTEGER NOT NULL CHECK (allow_localhost IN (0, 1))
, allow_user_api_keys INTEGER NOT NULL DEFAULT 0, allow_team_api_keys INTEGER NOT NULL DEFAULT 0, require_email_verification INTEGER NOT NULL DEFAULT 0
CHECK (require_email_verification IN (0, 1)), allow_impersonation INTEGER NOT NULL DEFAULT 0 CHECK (allow_impersonation IN (0, 1)), client_key_required INTEGER NOT NULL DEFAULT 1 CHECK (client_key_required IN (0, 1)), password_min_length INTEGER, allow_breached_passwords INTEGER NOT NULL DEFAULT 0 CHECK (allow_breached_passwords IN (0, 1)), session_lifetime_millis INTEGER, session_idle_millis INTEGER, mail_language TEXT, translate_mails INTEGER NOT NULL DEFAULT 1 CHECK (translate_mails IN (0, 1))) STRICT;
CREATE TABLE trusted_domains (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  domain TEXT NOT NULL,
  handler_path TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (project_id, domain)
) STRICT;
CREATE TABLE api_key_sets (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  description TEXT NOT NULL,
  is_initial INTEGER NOT NULL CHECK (is_initial IN (0, 1)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_key_sets_of_project ON api_key_sets (project_id);
CREATE UNIQUE INDEX one_initial_key_set ON api_key_sets (project_id) WHERE is_initial = 1;
CREATE TABLE api_keys (
  key_set_id TEXT NOT NULL REFERENCES api_key_sets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('publishable_client_key', 'secret_server_key', 'super_secret_admin_key')),
  hash TEXT NOT NULL,
  plain TEXT,
  last_four TEXT NOT NULL,
  PRIMARY KEY (key_set_id, kind)
) STRICT;
CREATE INDEX api_keys_by_hash ON api_keys (hash);
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  display_name TEXT,
  profile_image_url TEXT,
  client_metadata TEXT NOT NULL,
  client_read_only_metadata TEXT NOT NULL,
  server_metadata TEXT NOT NULL,
  totp_secret TEXT,
  otp_auth_enabled INTEGER NOT NULL CHECK (otp_auth_enabled IN (0, 1)),
  signed_up_at INTEGER NOT NULL,
  last_active_at INTEGER NOT NULL, is_anonymous INTEGER NOT NULL DEFAULT 0 CHECK (is_anonymous IN (0, 1)), restricted_by_admin INTEGER NOT NULL DEFAULT 0 CHECK (restricted_by_admin IN (0, 1)), restricted_by_admin_reason TEXT, restricted_by_admin_private_details TEXT, country_code TEXT, "bot_risk" INTEGER NOT NULL DEFAULT 0 CHECK ("bot_risk" BETWEEN 0 AND 100), "free_trial_abuse_risk" INTEGER NOT NULL DEFAULT 0 CHECK ("free_trial_abuse_risk" BETWEEN 0 AND 100), language TEXT, traits INTEGER NOT NULL DEFAULT 0, first_verified_at INTEGER,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX users_by_sign_up ON users (project_id, signed_up_at, id);
CREATE TABLE contact_channels (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('email')),
  value TEXT NOT NULL,
  is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  is_verified INTEGER NOT NULL CHECK (is_verified IN (0, 1)),
  used_for_auth INTEGER NOT NULL CHECK (used_for_auth IN (0, 1)),
  created_at INTEGER NOT NULL, released_value TEXT, replaced_by TEXT,
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
  UNIQUE (user_id, type, value)
) STRICT;
CREATE UNIQUE INDEX one_channel_for_auth ON contact_channels (project_id, type, value) WHERE used_for_auth = 1;
CREATE UNIQUE INDEX one_primary_channel ON contact_channels (user_id, type) WHERE is_primary = 1;
CREATE TABLE passwords (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  refresh_token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER, is_impersonation INTEGER NOT NULL DEFAULT 0, last_used_at INTEGER, last_address TEXT, last_user_agent TEXT, is_command_line INTEGER NOT NULL DEFAULT 0 CHECK (is_command_line IN (0, 1)), impersonator_id TEXT, impersonator_session_id TEXT, ends_at INTEGER,
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
) STRICT;
CREATE TABLE verification_codes (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  code_hash TEXT NOT NULL UNIQUE,
  tail_hash TEXT NOT NULL,
  callback_url TEXT,
  data TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX verification_codes_by_tail ON verification_codes (project_id, tail_hash);
CREATE TABLE email_templates (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('email_verification', 'password_reset', 'magic_link', 'team_invitation')),
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (project_id, type)
) STRICT;
CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  links TEXT NOT NULL,
  codes TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  taken_at INTEGER,
  delivery TEXT NOT NULL CHECK (delivery IN ('mailbox', 'pending', 'delivered', 'failed')),
  delivery_problem TEXT
) STRICT;
CREATE INDEX mails_by_recipient ON mails (recipient, position);
CREATE INDEX mails_of_project ON mails (project_id);
CREATE TABLE totp_uses (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  step INTEGER NOT NULL
) STRICT;
CREATE TABLE teams (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  display_name TEXT NOT NULL,
  profile_image_url TEXT,
  client_metadata TEXT NOT NULL,
  client_read_only_metadata TEXT NOT NULL,
  server_metadata TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX teams_by_creation ON teams (project_id, created_at, id);
CREATE TABLE team_memberships (
  project_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  is_selected INTEGER NOT NULL CHECK (is_selected IN (0, 1)),
  display_name TEXT,
  profile_image_url TEXT,
  created_at INTEGER NOT NULL, is_personal INTEGER NOT NULL DEFAULT 0 CHECK (is_personal IN (0, 1)),
  PRIMARY KEY (team_id, user_id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE,
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX memberships_of_user ON team_memberships (project_id, user_id, team_id);
CREATE INDEX memberships_by_age ON team_memberships (team_id, created_at, user_id);
CREATE UNIQUE INDEX one_selected_team ON team_memberships (user_id) WHERE is_selected = 1;
CREATE TABLE permission_definitions (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  description TEXT,
  is_creator_default INTEGER NOT NULL CHECK (is_creator_default IN (0, 1)),
  is_member_default INTEGER NOT NULL CHECK (is_member_default IN (0, 1)), scope TEXT NOT NULL DEFAULT 'team' CHECK (scope IN ('team', 'project')), is_user_default INTEGER NOT NULL DEFAULT 0 CHECK (is_user_default IN (0, 1)),
  PRIMARY KEY (project_id, id)
) STRICT;
CREATE TABLE permission_contents (
  project_id TEXT NOT NULL,
  permission_id TEXT NOT NULL,
  contained_id TEXT NOT NULL,
  PRIMARY KEY (project_id, permission_id, contained_id),
  FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (project_id, contained_id) REFERENCES permission_definitions (project_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
) STRICT;
CREATE INDEX containers_of_permission ON permission_contents (project_id, contained_id);
CREATE TABLE member_permissions (
  project_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  permission_id TEXT NOT NULL,
  PRIMARY KEY (team_id, user_id, permission_id),
  FOREIGN KEY (team_id, user_id) REFERENCES team_memberships (team_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
) STRICT;
CREATE INDEX permissions_of_user ON member_permissions (project_id, user_id, team_id, permission_id);
CREATE INDEX holders_of_permission ON member_permissions (project_id, permission_id);
CREATE TABLE team_invitations (
  id TEXT PRIMARY KEY REFERENCES verification_codes (id) ON DELETE CASCADE,
  project_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  recipient_email TEXT NOT NULL, inviter_id TEXT REFERENCES users (id) ON DELETE CASCADE, recipient_key TEXT NOT NULL DEFAULT '',
  FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX invitations_of_team ON team_invitations (project_id, team_id);
CREATE TABLE oauth_endpoints (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  endpoints TEXT NOT NULL,
  PRIMARY KEY (project_id, provider_id)
) STRICT;
CREATE TABLE oauth_settings (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  plain_challenge_allowed INTEGER NOT NULL CHECK (plain_challenge_allowed IN (0, 1))
) STRICT;
CREATE TABLE oauth_accounts (
  project_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  email TEXT,
  created_at INTEGER NOT NULL, id TEXT NOT NULL DEFAULT '', allow_sign_in INTEGER NOT NULL DEFAULT 1 CHECK (allow_sign_in IN (0, 1)), allow_connected_accounts INTEGER NOT NULL DEFAULT 1 CHECK (allow_connected_accounts IN (0, 1)),
  UNIQUE (project_id, provider_id, account_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
) STRICT;
CREATE TABLE oauth_provider_tokens (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  token TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER, claimed_until INTEGER,
  FOREIGN KEY (project_id, provider_id, account_id)
    REFERENCES oauth_accounts (project_id, provider_id, account_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX oauth_provider_tokens_of_account ON oauth_provider_tokens (project_id, provider_id, account_id, kind);
CREATE TABLE oauth_flows (
  state_hash TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('authenticate', 'link')),
  user_id TEXT,
  redirect_uri TEXT NOT NULL,
  client_state TEXT NOT NULL,
  scope TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
  error_redirect_url TEXT,
  after_callback_redirect_url TEXT,
  provider_scopes TEXT NOT NULL,
  provider_verifier TEXT NOT NULL,
  provider_nonce TEXT,
  embedded_code_hash TEXT,
  embedded_account_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL, anonymous_user_id TEXT, session_id TEXT, anonymous_session_id TEXT,
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
  CHECK ((type = 'link') = (user_id IS NOT NULL))
) STRICT;
CREATE INDEX oauth_flows_by_expiry ON oauth_flows (expires_at);
CREATE TABLE oauth_authorization_codes (
  code_hash TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
  is_new_user INTEGER NOT NULL CHECK (is_new_user IN (0, 1)),
  after_callback_redirect_url TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  replayed_at INTEGER,
  refresh_token_hash TEXT, linked_account TEXT, impersonator_id TEXT, impersonator_session_id TEXT, session_id TEXT, linking_session_id TEXT,
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX oauth_authorization_codes_by_expiry ON oauth_authorization_codes (expires_at);
CREATE TABLE embedded_identities (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  email TEXT,
  email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
  display_name TEXT,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, provider_id, account_id)
) STRICT;
CREATE TABLE project_oauth_providers (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('shared', 'standard')),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  client_id TEXT,
  client_secret TEXT,
  facebook_config_id TEXT,
  microsoft_tenant_id TEXT,
  PRIMARY KEY (project_id, id),
  CHECK (type = 'shared' OR (client_id IS NOT NULL AND client_secret IS NOT NULL))
) STRICT;
CREATE TABLE project_email_configs (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  host TEXT NOT NULL,
  port INTEGER NOT NULL CHECK (port BETWEEN 0 AND 65535),
  username TEXT NOT NULL,
  password TEXT NOT NULL,
  sender_name TEXT NOT NULL,
  sender_email TEXT NOT NULL
) STRICT;
CREATE TABLE user_activity (
  project_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, user_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX user_activity_of_user ON user_activity (project_id, user_id);
CREATE INDEX users_by_activity ON users (project_id, last_active_at);
CREATE TABLE webhook_portal_tokens (
  token_hash TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_portal_tokens_by_expiry ON webhook_portal_tokens (expires_at);
CREATE TABLE limit_buckets (
  key TEXT PRIMARY KEY,
  full_at REAL NOT NULL
) STRICT;
CREATE INDEX limit_buckets_by_time ON limit_buckets (full_at);
CREATE TABLE webhook_targets (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL, previous_secret TEXT, previous_secret_expires_at INTEGER, description TEXT NOT NULL DEFAULT '', event_types TEXT,
  UNIQUE (project_id, url)
) STRICT;
CREATE TABLE webhook_messages (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_messages_of_project ON webhook_messages (project_id, created_at);
CREATE TABLE webhook_deliveries (
  message_id TEXT NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
  target_id TEXT NOT NULL REFERENCES webhook_targets (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  tries INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  claim TEXT,
  PRIMARY KEY (message_id, target_id)
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (target_id, state, due_at);
CREATE TABLE webhook_attempts (
  id TEXT PRIMARY KEY,
  message_id TEXT NOT NULL,
  target_id TEXT NOT NULL,
  attempted_at INTEGER NOT NULL,
  duration_millis INTEGER NOT NULL,
  status INTEGER,
  problem TEXT,
  answer TEXT,
  FOREIGN KEY (message_id, target_id) REFERENCES webhook_deliveries (message_id, target_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (message_id, target_id);
CREATE INDEX invitations_of_inviter ON team_invitations (inviter_id);
CREATE INDEX verification_codes_by_expiry ON verification_codes (kind, expires_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  selector TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, selector)
) STRICT;
CREATE TABLE "passkeys" (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  name TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  is_backup_eligible INTEGER CHECK (is_backup_eligible IN (0, 1)),
  is_backed_up INTEGER CHECK (is_backed_up IN (0, 1)),
  registered_at INTEGER NOT NULL,
  last_used_at INTEGER,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
  UNIQUE (project_id, credential_id)
) STRICT;
CREATE TABLE signing_keys (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  signs_from INTEGER NOT NULL
) STRICT;
CREATE INDEX signing_keys_of_project ON signing_keys (project_id, signs_from);
CREATE TABLE outgoing_mails (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  recipient TEXT NOT NULL,
  message_id TEXT NOT NULL,
  content TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  tries INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  claim TEXT,
  problem TEXT,
  finished_at INTEGER
) STRICT;
CREATE INDEX outgoing_mails_due ON outgoing_mails (state, project_id, due_at);
CREATE INDEX outgoing_mails_finished ON outgoing_mails (state, finished_at);
CREATE INDEX outgoing_mails_of_project ON outgoing_mails (project_id, created_at);
CREATE TABLE audit_log (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  project_id TEXT,
  user_id TEXT,
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  code TEXT,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  address TEXT,
  request_id TEXT,
  targets TEXT NOT NULL,
  changed_fields TEXT NOT NULL
, user_agent TEXT, cleared_fields TEXT NOT NULL DEFAULT '[]', reason TEXT) STRICT;
CREATE INDEX audit_log_time ON audit_log (created_at, position);
CREATE INDEX audit_log_project ON audit_log (project_id, created_at, position);
CREATE INDEX audit_log_user ON audit_log (project_id, user_id, created_at, position);
CREATE INDEX audit_log_actor ON audit_log (project_id, actor_id, created_at, position);
CREATE TABLE audit_log_retention (id INTEGER PRIMARY KEY, kept_from INTEGER NOT NULL) STRICT;
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'The audit log is append-only'); END;
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
WHEN OLD.created_at >= (SELECT kept_from FROM audit_log_retention WHERE id = 1)
BEGIN SELECT RAISE(ABORT, 'The audit log is append-only'); END;
CREATE TABLE project_limits (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  limits TEXT NOT NULL
) STRICT;
CREATE TABLE project_sign_up_proofs (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  difficulty INTEGER,
  site_key TEXT,
  secret_key TEXT
) STRICT;
CREATE TABLE used_challenges (
  challenge TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX used_challenges_by_expiry ON used_challenges (expires_at);
CREATE INDEX used_challenges_of_project ON used_challenges (project_id);
CREATE TABLE user_team_api_keys (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  user_id TEXT,
  team_id TEXT,
  description TEXT NOT NULL,
  is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
  hash TEXT NOT NULL,
  last_four TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  CHECK ((user_id IS NULL) <> (team_id IS NULL)),
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
  FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX user_team_api_keys_by_hash ON user_team_api_keys (hash);
CREATE INDEX api_keys_of_user ON user_team_api_keys (project_id, user_id, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX api_keys_of_team ON user_team_api_keys (project_id, team_id, created_at) WHERE team_id IS NOT NULL;
CREATE INDEX api_keys_of_users ON user_team_api_keys (project_id, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX defaults_of_users ON permission_definitions (project_id, is_user_default, id);
CREATE TABLE user_permissions (
  project_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  permission_id TEXT NOT NULL,
  PRIMARY KEY (user_id, permission_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
  FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
    ON DELETE CASCADE ON UPDATE CASCADE
) STRICT;
CREATE INDEX user_permissions_of_project ON user_permissions (project_id, user_id, permission_id);
CREATE INDEX users_of_permission ON user_permissions (project_id, permission_id, user_id);
CREATE INDEX invitations_of_recipient ON team_invitations (project_id, recipient_key);
CREATE UNIQUE INDEX oauth_accounts_by_id ON oauth_accounts (project_id, id);
CREATE UNIQUE INDEX sign_in_accounts ON oauth_accounts (project_id, user_id, provider_id) WHERE allow_sign_in = 1;
CREATE INDEX oauth_accounts_of_user ON oauth_accounts (project_id, user_id, created_at);
CREATE INDEX oauth_accounts_by_age ON oauth_accounts (project_id, created_at);
CREATE TABLE command_line_sign_ins (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  polling_code_hash TEXT NOT NULL UNIQUE,
  login_code_hash TEXT NOT NULL UNIQUE,
  address TEXT,
  user_agent TEXT,
  anonymous_session_id TEXT,
  claimed_at INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  polled_at INTEGER,
  user_id TEXT,
  session_id TEXT,
  denied_at INTEGER,
  used_at INTEGER,
  FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
  CHECK ((user_id IS NULL) = (session_id IS NULL))
) STRICT;
CREATE INDEX command_line_sign_ins_by_expiry ON command_line_sign_ins (expires_at);
CREATE INDEX command_line_sign_ins_of_user ON command_line_sign_ins (project_id, user_id);
CREATE INDEX users_by_kind_and_sign_up ON users (project_id, is_anonymous, signed_up_at, id);
CREATE INDEX audit_log_team ON audit_log (project_id, (json_extract(targets, '$.team_id')), created_at, position)
WHERE (json_extract(targets, '$.team_id')) IS NOT NULL;
CREATE INDEX audit_log_action ON audit_log (project_id, action, created_at, position);
CREATE TABLE team_search_projects (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  number INTEGER NOT NULL UNIQUE,
  filled_to TEXT
) STRICT;
CREATE TRIGGER team_search_project_added AFTER INSERT ON projects
BEGIN
  INSERT INTO team_search_projects (project_id, number)
  SELECT NEW.id, coalesce(max(number), 0) + 1 FROM team_search_projects;
END;
CREATE TABLE team_search (
  number INTEGER PRIMARY KEY,
  team_id TEXT NOT NULL UNIQUE REFERENCES teams (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE team_search_index USING fts5 (
  text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE team_search_terms USING fts5vocab (team_search_index, instance);
CREATE TRIGGER team_search_added AFTER INSERT ON team_search
BEGIN INSERT INTO team_search_index (rowid, text) VALUES (NEW.number, NEW.text); END;
CREATE TRIGGER team_search_changed AFTER UPDATE OF text ON team_search WHEN OLD.text <> NEW.text
BEGIN
  INSERT INTO team_search_index (team_search_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
  INSERT INTO team_search_index (rowid, text) VALUES (NEW.number, NEW.text);
END;
CREATE TRIGGER team_search_removed AFTER DELETE ON team_search
BEGIN
  INSERT INTO team_search_index (team_search_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
END;
CREATE TRIGGER team_search_of_new_team AFTER INSERT ON teams BEGIN 
    INSERT INTO team_search (number, team_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM team_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), teams.id, lower(teams.display_name) || char(31, 31)
    FROM teams JOIN team_search_projects AS project ON project.project_id = teams.project_id
    WHERE teams.id = NEW.id
    ON CONFLICT (team_id) DO UPDATE SET text = excluded.text; END;
CREATE TRIGGER team_search_of_renamed_team AFTER UPDATE OF display_name ON teams
    WHEN OLD.display_name IS NOT NEW.display_name BEGIN 
    INSERT INTO team_search (number, team_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM team_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), teams.id, lower(teams.display_name) || char(31, 31)
    FROM teams JOIN team_search_projects AS project ON project.project_id = teams.project_id
    WHERE teams.id = NEW.id
    ON CONFLICT (team_id) DO UPDATE SET text = excluded.text; END;
CREATE INDEX audit_log_sign_ins ON audit_log (project_id, created_at, action, outcome, code)
WHERE action IN ('POST /auth/password/sign-in', 'POST /auth/otp/sign-in', 'POST /auth/passkey/sign-in', 'POST /auth/mfa/sign-in', 'GET /auth/oauth/callback/:provider_id');
CREATE TABLE user_search_projects (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  number INTEGER NOT NULL UNIQUE,
  filled_to TEXT
) STRICT;
CREATE TRIGGER user_search_project_added AFTER INSERT ON projects
BEGIN
  INSERT INTO user_search_projects (project_id, number)
  SELECT NEW.id, coalesce(max(number), 0) + 1 FROM user_search_projects;
END;
CREATE TABLE user_search (
  number INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE user_search_index USING fts5 (
  text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE user_search_terms USING fts5vocab (user_search_index, instance);
CREATE TRIGGER user_search_added AFTER INSERT ON user_search
BEGIN INSERT INTO user_search_index (rowid, text) VALUES (NEW.number, NEW.text); END;
CREATE TRIGGER user_search_changed AFTER UPDATE OF text ON user_search WHEN OLD.text <> NEW.text
BEGIN
  INSERT INTO user_search_index (user_search_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
  INSERT INTO user_search_index (rowid, text) VALUES (NEW.number, NEW.text);
END;
CREATE TRIGGER user_search_removed AFTER DELETE ON user_search
BEGIN
  INSERT INTO user_search_index (user_search_index, rowid, text) VALUES ('delete', OLD.number, OLD.text);
END;
CREATE TRIGGER user_search_of_new_user AFTER INSERT ON users BEGIN 
    INSERT INTO user_search (number, user_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM user_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), users.id, 
    coalesce(lower(users.display_name) || char(31, 31), '') || coalesce((
      SELECT group_concat(lower(own.value) || char(31, 31), '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')
    FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
    WHERE users.id = NEW.id
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text; END;
CREATE TRIGGER user_search_of_renamed_user AFTER UPDATE OF display_name ON users
    WHEN OLD.display_name IS NOT NEW.display_name BEGIN 
    INSERT INTO user_search (number, user_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM user_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), users.id, 
    coalesce(lower(users.display_name) || char(31, 31), '') || coalesce((
      SELECT group_concat(lower(own.value) || char(31, 31), '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')
    FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
    WHERE users.id = NEW.id
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text; END;
CREATE TRIGGER user_search_of_new_address AFTER INSERT ON contact_channels
    BEGIN 
    INSERT INTO user_search (number, user_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM user_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), users.id, 
    coalesce(lower(users.display_name) || char(31, 31), '') || coalesce((
      SELECT group_concat(lower(own.value) || char(31, 31), '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')
    FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
    WHERE users.id = NEW.user_id
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text; END;
CREATE TRIGGER user_search_of_changed_address AFTER UPDATE OF value, user_id ON contact_channels
    WHEN OLD.value <> NEW.value OR OLD.user_id <> NEW.user_id
    BEGIN 
    INSERT INTO user_search (number, user_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM user_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), users.id, 
    coalesce(lower(users.display_name) || char(31, 31), '') || coalesce((
      SELECT group_concat(lower(own.value) || char(31, 31), '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')
    FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
    WHERE users.id = OLD.user_id
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text; 
    INSERT INTO user_search (number, user_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM user_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), users.id, 
    coalesce(lower(users.display_name) || char(31, 31), '') || coalesce((
      SELECT group_concat(lower(own.value) || char(31, 31), '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')
    FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
    WHERE users.id = NEW.user_id
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text; END;
CREATE TRIGGER user_search_of_removed_address AFTER DELETE ON contact_channels
    BEGIN 
    INSERT INTO user_search (number, user_id, text)
    SELECT (
  SELECT coalesce(max(other.number), project.number << 30) + 1 FROM user_search AS other
  WHERE other.number BETWEEN project.number << 30 AND (project.number + 1 << 30) - 1
), users.id, 
    coalesce(lower(users.display_name) || char(31, 31), '') || coalesce((
      SELECT group_concat(lower(own.value) || char(31, 31), '') FROM contact_channels AS own
      WHERE own.user_id = users.id
    ), '')
    FROM users JOIN user_search_projects AS project ON project.project_id = users.project_id
    WHERE users.id = OLD.user_id
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text; END;
CREATE INDEX webhook_attempts_of_target ON webhook_attempts (target_id, attempted_at);
CREATE TABLE native_app_origins (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (project_id, origin)
) STRICT;
CREATE TABLE translated_email_templates (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('email_verification', 'password_reset', 'magic_link', 'team_invitation')),
  language TEXT NOT NULL,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (project_id, type, language)
) STRICT;
CREATE INDEX users_by_traits_and_sign_up ON users (project_id, traits, signed_up_at, id);
CREATE INDEX users_by_traits_and_activity ON users (project_id, traits, last_active_at, id, signed_up_at);
CREATE TABLE projects_without_user_traits (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  last_signed_up_at INTEGER NOT NULL,
  last_id TEXT NOT NULL
) STRICT;
CREATE TRIGGER user_traits_of_new_user AFTER INSERT ON users
  WHEN NEW.traits <> (
  NEW.is_anonymous * 1
  + NEW.restricted_by_admin * 2
  + NEW.otp_auth_enabled * 4
) BEGIN 
  UPDATE users SET traits = (traits & ~7) | (
  NEW.is_anonymous * 1
  + NEW.restricted_by_admin * 2
  + NEW.otp_auth_enabled * 4
)
  WHERE id = NEW.id; END;
CREATE TRIGGER user_traits_of_changed_user AFTER UPDATE OF is_anonymous, restricted_by_admin, otp_auth_enabled ON users
  WHEN OLD.is_anonymous <> NEW.is_anonymous OR OLD.restricted_by_admin <> NEW.restricted_by_admin OR OLD.otp_auth_enabled <> NEW.otp_auth_enabled BEGIN 
  UPDATE users SET traits = (traits & ~7) | (
  NEW.is_anonymous * 1
  + NEW.restricted_by_admin * 2
  + NEW.otp_auth_enabled * 4
)
  WHERE id = NEW.id; END;
CREATE TRIGGER user_traits_of_new_passwords AFTER INSERT ON passwords BEGIN 
UPDATE users SET traits = (traits & ~8) | CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END
WHERE id = NEW.user_id AND traits & 8 <> CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_removed_passwords AFTER DELETE ON passwords BEGIN 
UPDATE users SET traits = (traits & ~8) | CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END
WHERE id = OLD.user_id AND traits & 8 <> CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_changed_passwords AFTER UPDATE OF user_id ON passwords
  WHEN OLD.user_id <> NEW.user_id
  BEGIN 
UPDATE users SET traits = (traits & ~8) | CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END
WHERE id = OLD.user_id AND traits & 8 <> CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END; 
UPDATE users SET traits = (traits & ~8) | CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END
WHERE id = NEW.user_id AND traits & 8 <> CASE WHEN EXISTS (SELECT 1 FROM passwords AS own WHERE own.user_id = users.id)
THEN 8 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_new_passkeys AFTER INSERT ON passkeys BEGIN 
UPDATE users SET traits = (traits & ~16) | CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END
WHERE id = NEW.user_id AND traits & 16 <> CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_removed_passkeys AFTER DELETE ON passkeys BEGIN 
UPDATE users SET traits = (traits & ~16) | CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END
WHERE id = OLD.user_id AND traits & 16 <> CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_changed_passkeys AFTER UPDATE OF user_id ON passkeys
  WHEN OLD.user_id <> NEW.user_id
  BEGIN 
UPDATE users SET traits = (traits & ~16) | CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END
WHERE id = OLD.user_id AND traits & 16 <> CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END; 
UPDATE users SET traits = (traits & ~16) | CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END
WHERE id = NEW.user_id AND traits & 16 <> CASE WHEN EXISTS (SELECT 1 FROM passkeys AS own WHERE own.user_id = users.id)
THEN 16 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_new_oauth_accounts AFTER INSERT ON oauth_accounts BEGIN 
UPDATE users SET traits = (traits & ~32) | CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END
WHERE id = NEW.user_id AND traits & 32 <> CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_removed_oauth_accounts AFTER DELETE ON oauth_accounts BEGIN 
UPDATE users SET traits = (traits & ~32) | CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END
WHERE id = OLD.user_id AND traits & 32 <> CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_changed_oauth_accounts AFTER UPDATE OF user_id, allow_sign_in ON oauth_accounts
  WHEN OLD.user_id <> NEW.user_id OR OLD.allow_sign_in <> NEW.allow_sign_in
  BEGIN 
UPDATE users SET traits = (traits & ~32) | CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END
WHERE id = OLD.user_id AND traits & 32 <> CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END; 
UPDATE users SET traits = (traits & ~32) | CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END
WHERE id = NEW.user_id AND traits & 32 <> CASE WHEN EXISTS (SELECT 1 FROM oauth_accounts AS own WHERE own.project_id = users.project_id AND own.user_id = users.id AND own.allow_sign_in = 1)
THEN 32 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_new_contact_channels AFTER INSERT ON contact_channels BEGIN 
UPDATE users SET traits = (traits & ~64) | CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END
WHERE id = NEW.user_id AND traits & 64 <> CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_removed_contact_channels AFTER DELETE ON contact_channels BEGIN 
UPDATE users SET traits = (traits & ~64) | CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END
WHERE id = OLD.user_id AND traits & 64 <> CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END; END;
CREATE TRIGGER user_traits_of_changed_contact_channels AFTER UPDATE OF user_id, type, is_primary, is_verified ON contact_channels
  WHEN OLD.user_id <> NEW.user_id OR OLD.type <> NEW.type OR OLD.is_primary <> NEW.is_primary OR OLD.is_verified <> NEW.is_verified
  BEGIN 
UPDATE users SET traits = (traits & ~64) | CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END
WHERE id = OLD.user_id AND traits & 64 <> CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END; 
UPDATE users SET traits = (traits & ~64) | CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END
WHERE id = NEW.user_id AND traits & 64 <> CASE WHEN EXISTS (SELECT 1 FROM contact_channels AS own WHERE own.user_id = users.id AND own.type = 'email' AND own.is_primary = 1 AND own.is_verified = 1)
THEN 64 ELSE 0 END; END;
CREATE INDEX sessions_by_age ON sessions (project_id, user_id, created_at);
CREATE INDEX verification_codes_of_user ON verification_codes (user_id);
CREATE INDEX oauth_flows_of_user ON oauth_flows (project_id, user_id);
CREATE INDEX oauth_authorization_codes_of_user ON oauth_authorization_codes (project_id, user_id);
INSERT INTO migrations (migration_id, name) VALUES
  (1, 'projects'),
  (2, 'users'),
  (3, 'sessions'),
  (4, 'verification_codes'),
  (5, 'mail'),
  (6, 'second_factor'),
  (10, 'teams'),
  (11, 'permissions'),
  (12, 'team_invitations'),
  (20, 'oauth_providers'),
  (21, 'oauth_accounts'),
  (22, 'oauth_flows'),
  (30, 'passkeys'),
  (31, 'project_settings'),
  (32, 'user_activity'),
  (33, 'webhook_portal_tokens'),
  (34, 'limit_buckets'),
  (35, 'webhooks'),
  (36, 'team_inviters'),
  (37, 'address_domains'),
  (38, 'expiry_indexes'),
  (39, 'recovery_codes'),
  (40, 'multiple_passkeys'),
  (41, 'project_logo'),
  (42, 'secrets_key_id'),
  (43, 'signing_keys'),
  (45, 'outgoing_mails'),
  (47, 'audit_log'),
  (48, 'project_limits'),
  (49, 'audit_details'),
  (50, 'sign_up_proofs'),
  (51, 'session_use'),
  (52, 'user_team_api_keys'),
  (53, 'project_permissions'),
  (54, 'invitation_recipients'),
  (55, 'oauth_account_rows'),
  (56, 'command_line_sign_ins'),
  (57, 'anonymous_users'),
  (58, 'restricted_users'),
  (59, 'user_signals'),
  (60, 'impersonation'),
  (61, 'audit_filters'),
  (62, 'team_search'),
  (63, 'previous_webhook_secrets'),
  (65, 'optional_client_keys'),
  (66, 'sign_ins_by_time'),
  (67, 'cross_domain_codes'),
  (68, 'user_search'),
  (69, 'webhook_target_settings'),
  (70, 'otp_users'),
  (71, 'native_app_origins'),
  (72, 'password_and_session_rules'),
  (73, 'mail_languages'),
  (74, 'search_of_many_rows'),
  (75, 'user_traits'),
  (76, 'unused_user_indexes'),
  (77, 'user_counts'),
  (79, 'sessions_by_age'),
  (80, 'linking_sessions'),
  (82, 'linking_sessions_of_codes'),
  (83, 'first_verified_emails'),
  (84, 'released_emails'),
  (85, 'replaced_emails'),
  (86, 'claimed_provider_tokens'),
  (87, 'unused_webhook_index'),
  (88, 'indexes_of_users'),
  (89, 'personal_teams'),
  (90, 'sessions_of_anonymous_flows');
INSERT INTO audit_log_retention (id, kept_from) VALUES (1, 0);
`
