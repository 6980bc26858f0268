use portolan_scene as _;
