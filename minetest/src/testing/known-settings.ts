/** Settings of the engine, grouped by what decides them, apart from those of the platform. A `*` at the end stands for further letters. */
const names = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Settings of servers that change the game alone, so games choose them in their own `minetest.conf`. */
export const gameSettings = names(`
  abm_interval abm_time_budget active_block_mgmt_interval active_block_range active_object_send_range_blocks ask_reconnect_on_crash
  basic_privs block_send_optimize_distance chat_message_format chatcommand_msg_time_threshold chunksize creative_mode
  csm_restriction_flags csm_restriction_noderange dedicated_server_step default_privs default_stack_max deprecated_lua_api_handling
  disable_anticheat emergequeue_limit_diskonly emergequeue_limit_generate emergequeue_limit_total enable_damage
  enable_mapgen_debug_info enable_mod_channels enable_pvp fixed_map_seed full_block_send_enable_min_time_from_building instrument.*
  item_entity_ttl kick_msg_crash kick_msg_shutdown liquid_loop_max liquid_queue_purge_time liquid_update map_compression_level_disk
  map_compression_level_net mapgen_limit max_block_generate_distance max_block_send_distance max_clearobjects_extra_loaded_blocks
  max_forceloaded_blocks max_objects_per_block mg* motd movement_* nodetimer_interval player_transfer_distance profiler.*
  profiler_print_interval server_side_occlusion_culling server_unload_unused_data_timeout static_spawnpoint strip_color_codes
  time_send_interval time_speed unlimited_player_transfer_distance water_level world_start_time
`)

/** Settings of clients, which do nothing in a server. */
export const clientSettings = names(`
  3d_mode 3d_paralax_strength address always_fly_fast ambient_occlusion_gamma anisotropic_filter arm_inertia autojump
  autosave_screensize autoscale_mode aux1_descends bilinear_filter camera_smoothing chat_font_* chat_log_* chat_weblink_* cinematic*
  clickable_chat_weblinks client_mapblock_limit client_unload_unused_data_timeout cloud_radius connected_glass console_* contentdb_*
  continuous_forward crosshair_alpha crosshair_color default_game desynchronize_mapblock_texture_animation directional_colored_fog
  display_density_factor display_gamma doubletap_jump enable_3d_clouds enable_build_where_you_stand enable_client_modding
  enable_clouds enable_console enable_dynamic_shadows enable_fog enable_joysticks enable_local_map_saving enable_mesh_cache
  enable_minimap enable_particles enable_remote_media_server enable_shaders enable_sound enable_split_login_register enable_vbo
  enable_waving_* fall_bobbing_amount fallback_font_path fast_move fixed_virtual_joystick fog_start font_* formspec_* fov fps_max
  fps_max_unfocused free_move fsaa fullscreen gui_* hud_* inventory_items_animations invert_mouse joystick_* keymap_* language
  leaves_style lighting_* main_menu_script max_out_chat_queue_size menu_* mesh_generation_interval meshgen_block_cache_size
  minimap_double_scan_height minimap_shape_round mip_map mono_font_* mouse_sensitivity mute_sound near_plane noclip
  node_highlighting opaque_water pause_on_lost_focus performance_tradeoffs pitch_move random_input recent_chat_messages remote_port
  repeat_joystick_button_time repeat_place_time safe_dig_and_place screen* selectionbox_* serverlist_file shader_path shadow_*
  show_debug show_entity_selectionbox show_nametag_backgrounds show_technical_names smooth_lighting sound_volume texture_*
  tone_mapping tooltip_* touchscreen_* transparency_sorting_distance trilinear_filter undersampling update_* video_driver
  view_bobbing_amount viewing_range virtual_joystick_triggers_aux1 vsync water_wave_* world_aligned_mode
`)
