/**
 * Columns of four public schemas with the class that a steward would give them (`-` = none): names and types are facts of those schemas,
 * read from their documentation; no values of theirs are here. One line per table: `table | column type class, …`.
 */
const SCHEMAS = {
  musicbrainz: `
artist | id int4 -, gid uuid -, name varchar -, sort_name varchar -, begin_date_year int2 -, begin_date_month int2 -, end_date_year int2 -, type int4 -, area int4 -, gender int4 -, comment varchar(255) -, edits_pending int4 -, last_updated timestamptz -, ended bool -
artist_credit_name | artist_credit int4 -, position int2 -, artist int4 -, name varchar -, join_phrase text -
area | id int4 -, gid uuid -, name varchar -, type int4 -
editor | id int4 -, name varchar(64) -, privs int4 -, email varchar(64) email, website varchar(255) -, bio text -, member_since timestamptz -, email_confirm_date timestamptz -, last_login_date timestamptz -, birth_date date birthday, gender int4 -, area int4 -, password varchar(128) credential, ha1 char(32) -, deleted bool -
editor_oauth_token | id int4 -, editor int4 -, application int4 -, authorization_code text credential, refresh_token text credential, access_token text credential, expire_time timestamptz -, scope int4 -, granted timestamptz -, code_challenge text -
application | id int4 -, owner int4 -, name text -, oauth_id text -, oauth_secret text credential, oauth_redirect_uri text -
place | id int4 -, gid uuid -, name varchar -, type int4 -, address varchar address, area int4 -, coordinates point -, begin_date_year int2 -
release | id int4 -, gid uuid -, name varchar -, artist_credit int4 -, release_group int4 -, status int4 -, packaging int4 -, language int4 -, script int4 -, barcode varchar(255) -, quality int2 -
recording | id int4 -, gid uuid -, name varchar -, length int4 -, video bool -
track | id int4 -, gid uuid -, recording int4 -, number text -, name varchar -, length int4 -, is_data_track bool -
release_label | label int4 -, catalog_number varchar(255) -
label | id int4 -, name varchar -, label_code int4 -, area int4 -
edit | id int4 -, editor int4 -, type int2 -, status int2 -, autoedit int2 -, open_time timestamptz -, close_time timestamptz -, expire_time timestamptz -, language int4 -, quality int2 -
edit_note | id int4 -, editor int4 -, edit int4 -, text text -, post_time timestamptz -
isrc | recording int4 -, isrc char(12) -, source int2 -
cdtoc | discid char(28) -, freedb_id char(8) -, track_count int4 -, leadout_offset int4 -`,
  gitlab: `
users | id bigint -, email varchar email, encrypted_password varchar credential, reset_password_token varchar credential, reset_password_sent_at timestamp -, remember_created_at timestamp -, sign_in_count int4 -, current_sign_in_at timestamp -, current_sign_in_ip varchar net_address, last_sign_in_ip varchar net_address, name varchar -, admin bool -, projects_limit int4 -, failed_attempts int4 -, username varchar -, can_create_group bool -, state varchar -, color_scheme_id int4 -, password_expires_at timestamp -, created_by_id bigint -, avatar varchar -, confirmation_token varchar credential, confirmed_at timestamp -, unconfirmed_email varchar email, hide_no_ssh_key bool -, password_automatically_set bool -, encrypted_otp_secret varchar credential, encrypted_otp_secret_iv varchar -, otp_required_for_login bool -, otp_backup_codes text -, public_email varchar email, notification_email varchar email, commit_email varchar email, unlock_token varchar credential, incoming_email_token varchar credential, feed_token varchar credential, static_object_token varchar credential, two_factor_grace_period int4 -, email_opted_in bool -, email_opted_in_ip varchar -, email_opted_in_at timestamp -, theme_id int2 -, role int2 -, user_type int2 -, first_name varchar(255) person_name, last_name varchar(255) person_name
user_details | user_id bigint -, job_title varchar(200) -, bio varchar(255) -, phone text mobile, location varchar(500) -, skype text -, website_url text -, password_last_changed_at timestamptz -, email_reset_offered_at timestamptz -
user_phone_number_validations | user_id bigint -, validated_at timestamptz -, international_dial_code int2 -, country text -, phone_number text mobile, telesign_reference_xid text -, sms_sent_at timestamptz -
emails | id bigint -, user_id bigint -, email varchar email, confirmation_token varchar credential, confirmed_at timestamp -, confirmation_sent_at timestamp -
keys | id bigint -, title varchar -, key text -, fingerprint varchar -, last_used_at timestamp -, expires_at timestamptz -
members | id bigint -, access_level int4 -, invite_email varchar email, invite_token varchar credential, invite_accepted_at timestamp -, invite_email_success bool -, expires_at date -
personal_access_tokens | id bigint -, user_id bigint -, name varchar -, revoked bool -, expires_at date -, scopes varchar -, token_digest varchar credential, last_used_at timestamptz -
oauth_applications | id bigint -, name varchar -, uid varchar -, secret varchar credential, redirect_uri text -, scopes varchar -, trusted bool -
oauth_access_tokens | id bigint -, resource_owner_id bigint -, token varchar credential, refresh_token varchar credential, expires_in int4 -, revoked_at timestamp -, scopes varchar -
deploy_tokens | id bigint -, revoked bool -, expires_at timestamptz -, username varchar -, token_encrypted varchar credential, deploy_token_type int2 -
ci_runners | id bigint -, token varchar credential, token_encrypted varchar credential, token_expires_at timestamptz -, description varchar -, version varchar -, ip_address varchar net_address, maximum_timeout int4 -
web_hooks | id bigint -, project_id bigint -, push_events bool -, enable_ssl_verification bool -, encrypted_token varchar credential, encrypted_token_iv varchar -, url_hash text -
spam_logs | id bigint -, user_id bigint -, source_ip varchar net_address, user_agent varchar -, title varchar -, description text -
audit_events | id bigint -, author_id bigint -, entity_id bigint -, ip_address inet net_address, author_name text -, target_details text -
credit_card_validations | user_id bigint -, credit_card_validated_at timestamptz -, last_digits int2 -, holder_name text person_name, network text -, expiration_date date -
application_settings | id bigint -, password_authentication_enabled_for_web bool -, email_domain_denylist text -, runners_registration_token varchar credential, max_attachment_size int4 -, email_author_in_body bool -, smtp_server varchar -, mailgun_signing_key text -, recaptcha_site_key varchar -`,
  tpcds: `
customer | c_customer_sk int4 -, c_customer_id char(16) -, c_current_cdemo_sk int4 -, c_current_hdemo_sk int4 -, c_current_addr_sk int4 -, c_first_shipto_date_sk int4 -, c_first_sales_date_sk int4 -, c_salutation char(10) -, c_first_name char(20) person_name, c_last_name char(30) person_name, c_preferred_cust_flag char(1) -, c_birth_day int4 birthday, c_birth_month int4 birthday, c_birth_year int4 birthday, c_birth_country varchar(20) -, c_login char(13) -, c_email_address char(50) email, c_last_review_date_sk int4 -
customer_address | ca_address_sk int4 -, ca_address_id char(16) -, ca_street_number char(10) address, ca_street_name varchar(60) address, ca_street_type char(15) -, ca_suite_number char(10) -, ca_city varchar(60) -, ca_county varchar(30) -, ca_state char(2) -, ca_zip char(10) -, ca_country varchar(20) -, ca_gmt_offset numeric(5,2) -, ca_location_type char(20) -
customer_demographics | cd_demo_sk int4 -, cd_gender char(1) -, cd_marital_status char(1) -, cd_education_status char(20) -, cd_purchase_estimate int4 -, cd_credit_rating char(10) -, cd_dep_count int4 -
household_demographics | hd_demo_sk int4 -, hd_income_band_sk int4 -, hd_buy_potential char(15) -, hd_vehicle_count int4 -
store | s_store_sk int4 -, s_store_id char(16) -, s_closed_date_sk int4 -, s_store_name varchar(50) -, s_number_employees int4 -, s_manager varchar(40) person_name, s_market_id int4 -, s_market_manager varchar(40) person_name, s_street_number varchar(10) address, s_street_name varchar(60) address, s_street_type char(15) -, s_zip char(10) -, s_tax_precentage numeric(5,2) -
call_center | cc_call_center_sk int4 -, cc_name varchar(50) -, cc_manager varchar(40) person_name, cc_market_manager varchar(40) person_name, cc_mkt_class char(50) -, cc_company_name char(50) -
promotion | p_promo_sk int4 -, p_promo_id char(16) -, p_cost numeric(15,2) -, p_channel_dmail char(1) -, p_channel_email char(1) -, p_channel_tv char(1) -, p_channel_details varchar(100) -
store_sales | ss_sold_date_sk int4 -, ss_item_sk int4 -, ss_customer_sk int4 -, ss_addr_sk int4 -, ss_promo_sk int4 -, ss_ticket_number bigint -, ss_quantity int4 -, ss_wholesale_cost numeric(7,2) -, ss_list_price numeric(7,2) -, ss_net_paid numeric(7,2) -, ss_net_profit numeric(7,2) cost
catalog_sales | cs_bill_addr_sk int4 -, cs_ship_addr_sk int4 -, cs_bill_customer_sk int4 -, cs_ship_mode_sk int4 -, cs_net_profit numeric(7,2) cost
web_returns | wr_refunded_addr_sk int4 -, wr_returning_addr_sk int4 -, wr_order_number bigint -, wr_fee numeric(7,2) -
item | i_item_sk int4 -, i_item_id char(16) -, i_current_price numeric(7,2) -, i_brand_id int4 -, i_brand char(50) -, i_manufact_id int4 -, i_manager_id int4 -, i_product_name char(50) -
web_site | web_site_sk int4 -, web_name varchar(50) -, web_manager varchar(40) person_name, web_company_name char(50) -`,
  sakila: `
actor | actor_id smallint -, first_name varchar(45) person_name, last_name varchar(45) person_name, last_update timestamp -
address | address_id smallint -, address varchar(50) address, address2 varchar(50) address, district varchar(20) -, city_id smallint -, postal_code varchar(10) -, phone varchar(20) mobile, location geometry -, last_update timestamp -
city | city_id smallint -, city varchar(50) -, country_id smallint -
customer | customer_id smallint -, store_id tinyint -, first_name varchar(45) person_name, last_name varchar(45) person_name, email varchar(50) email, address_id smallint -, active tinyint(1) -, create_date datetime -
staff | staff_id tinyint -, first_name varchar(45) person_name, last_name varchar(45) person_name, address_id smallint -, picture blob -, email varchar(50) email, store_id tinyint -, active tinyint(1) -, username varchar(16) -, password varchar(40) credential
store | store_id tinyint -, manager_staff_id tinyint -, address_id smallint -
payment | payment_id smallint -, customer_id smallint -, rental_id int -, amount decimal(5,2) -, payment_date datetime -
film | film_id smallint -, title varchar(128) -, description text -, release_year year -, language_id tinyint -, rental_rate decimal(4,2) -, length smallint -, replacement_cost decimal(5,2) -, rating varchar(10) -, special_features varchar(60) -
film_text | film_id smallint -, title varchar(255) -, description text -
employees | emp_no int -, birth_date date birthday, first_name varchar(14) person_name, last_name varchar(16) person_name, gender varchar(1) -, hire_date date -
salaries | emp_no int -, salary int salary, from_date date -, to_date date -
customer_list | ID smallint -, name varchar(91) -, address varchar(50) address, zip_code varchar(10) -, phone varchar(20) mobile, city varchar(50) -, country varchar(50) -, notes varchar(6) -, SID tinyint -`,
} as const;

export interface LabelledColumn {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly dataType: string;
  /** code of the class, null = none */
  readonly label: string | null;
}

export const LABELLED_COLUMNS: readonly LabelledColumn[] = Object.entries(SCHEMAS).flatMap(([schema, text]) =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [table = '', columns = ''] = line.split(' | ');
      return columns.split(/, (?=\w+ [a-z])/).map((part) => {
        const [name = '', dataType = '', label = ''] = part.split(' ');
        return { schema, table, name, dataType, label: label === '-' ? null : label };
      });
    }),
);

/** Made-up values as such a column may hold them: what is no secret and no person is a key, a flag, a word or a number. */
export function valuesOf({ name, dataType, label }: LabelledColumn): string[] {
  const many = (make: (i: number) => string) => Array.from({ length: 40 }, (_, i) => make(i));
  const hex = (i: number, length: number) => Array.from({ length }, (_, k) => ((i * 7 + k * 13 + i * k) % 16).toString(16)).join('');
  if (/^(bool|date|time|blob|geometry|point)/.test(dataType)) return [];
  switch (label) {
    case 'email':
      return many((i) => `user.${i}@mail${i % 4}.example.org`);
    case 'mobile':
      return many((i) => (i % 2 === 0 ? `1${4_033_335_568 + i * 7919}` : `+44 20 7946 0${String(100 + i)}`));
    case 'person_name':
      return many((i) => ['Mary', 'Patricia', 'Linda', 'Barbara', 'Jon', 'Smith', 'Johnson', 'Hillyer'][i % 8]! + (i > 7 ? ` ${i}` : ''));
    case 'address':
      return many((i) => (name.includes('number') ? String(100 + i) : `${1000 + i * 13} Hanoi Way`));
    case 'net_address':
      return many((i) => `10.${i}.3.${i + 1}`);
    case 'credential':
      return name.includes('password') ? many((i) => `$2a$10$${hex(i, 40)}`) : many((i) => hex(i, 40));
    default:
      return unclassified({ name, dataType }, many, hex);
  }
}

/** Keys, flags, numbers and words. */
function unclassified(
  { name, dataType }: Pick<LabelledColumn, 'name' | 'dataType'>,
  many: (make: (i: number) => string) => string[],
  hex: (i: number, length: number) => string,
): string[] {
  if (/^char\(1\)/.test(dataType)) return ['Y', 'N'];
  if (/int|numeric|decimal|year/.test(dataType)) return many((i) => String(1000 + i * 37));
  if (dataType === 'uuid') return many((i) => `${hex(i, 8)}-${hex(i, 4)}-4${hex(i, 3)}-8${hex(i, 3)}-${hex(i, 12)}`);
  if (/_id$|discid|isrc/.test(name)) return many((i) => `AAAAAAAA${String.fromCharCode(65 + (i % 26))}BAAAAA${i}`);
  return many((i) => ['rock', 'Midway', 'open source', 'pending', 'Sales', 'none', 'Williamson County'][i % 7]! + (i > 6 ? ` ${i}` : ''));
}
